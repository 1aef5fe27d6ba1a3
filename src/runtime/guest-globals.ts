import { describeError } from './describe-error.js';
import { jsonText } from './json-text.js';

/** Ways to real time, real concurrency, collection order, shared memory and the engine's own objects. */
const ABSENT = [
  'Atomics',
  'Buffer',
  'FinalizationRegistry',
  'GLOBAL',
  'SharedArrayBuffer',
  'Temporal',
  'VMError',
  'WeakRef',
  'WebAssembly',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'performance',
  'queueMicrotask',
  'root',
  'setImmediate',
  'setInterval',
  'setTimeout',
] as const;

/** Most lines that `console` puts into one trace. */
const CONSOLE_LINES = 200;

/** Text of a note's data; never throws for what the harness passed. */
export function dataText(data: unknown): string {
  if (typeof data === 'string') return data;
  try {
    return jsonText(data, 'data');
  } catch (error) {
    return `<${describeError(error).message}>`;
  }
}

/** Takes away what a harness may not have and gives it a `console` that writes notes. */
export function closeWorld(target: object, note: (text: string) => void): void {
  for (let index = 0; index < ABSENT.length; index += 1) {
    const name = ABSENT[index];
    if (name !== undefined) Reflect.deleteProperty(target, name);
  }
  let lines = 0;
  const print = (...values: readonly unknown[]): void => {
    lines += 1;
    if (lines > CONSOLE_LINES) return;
    let text = '';
    for (let index = 0; index < values.length; index += 1) text += (index === 0 ? '' : ' ') + dataText(values[index]);
    note(text);
  };
  const console = { log: print, info: print, debug: print, warn: print, error: print };
  Object.defineProperty(target, 'console', { value: console, writable: true, configurable: true, enumerable: false });
}
