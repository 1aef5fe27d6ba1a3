import { bareTitle } from './bare-title.js';

/** Whether a text has a title, without its qualifier, word for word. */
export function namesTitle(text: string, title: string): boolean {
  const name = bareTitle(title);
  return name.length > 2 && text.includes(name);
}
