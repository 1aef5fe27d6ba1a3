import { removeFeatures } from './absent-features.js';
import { describeError } from './describe-error.js';
import { jsonText } from './json-text.js';
import { installLocale } from './locale.js';
import { installSort } from './sort.js';

/** Text of a note's data; never throws for what the harness passed. */
export function dataText(data: unknown): string {
  if (typeof data === 'string') return data;
  try {
    return jsonText(data, 'data');
  } catch (error) {
    return `<${describeError(error).message}>`;
  }
}

/** Takes away what a harness may not have and gives it a `console` that writes at most `logLines` notes. */
export function closeWorld(target: object, note: (text: string) => void, logLines: number): void {
  removeFeatures(target);
  installLocale();
  installSort();
  let lines = 0;
  const print = (...values: readonly unknown[]): void => {
    lines += 1;
    if (lines > logLines) return;
    let text = '';
    for (let index = 0; index < values.length; index += 1) text += (index === 0 ? '' : ' ') + dataText(values[index]);
    note(text);
  };
  const console = { log: print, info: print, debug: print, warn: print, error: print };
  Object.defineProperty(target, 'console', { value: console, writable: true, configurable: true, enumerable: false });
}
