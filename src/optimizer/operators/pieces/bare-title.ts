import type { Piece } from '../operator.js';

/** A title as other texts write it. */
export const bareTitle: Piece = {
  name: 'bareTitle',
  file: 'bare-title.ts',
  dependsOn: [],
  code: () => String.raw`/** A title as other texts write it: without a qualifier in brackets at its end. */
export function bareTitle(title: string): string {
  return title.replace(/\s*\([^()]*\)$/, '');
}`,
};

/** Whether a text names a title. */
export const namesTitle: Piece = {
  name: 'namesTitle',
  file: 'names-title.ts',
  dependsOn: [],
  code: () => String.raw`/** Whether a text has a title, without its qualifier, word for word. */
export function namesTitle(text: string, title: string): boolean {
  const name = bareTitle(title);
  return name.length > 2 && text.includes(name);
}`,
};
