import { keepText } from '../trace/native-error.js';
import { jsonFault } from './json-fault.js';

const nativeParse = JSON.parse;
const define = Object.defineProperty;
const quote = JSON.stringify;
const textOf = String;
const cut = String.prototype.slice;
const apply = Reflect.apply;
const NativeSyntaxError = SyntaxError;

/** Replaces `JSON.parse` by one that says the same of a broken text in every engine: what stands where. */
export function installJsonParse(): void {
  const parse = (text: unknown, reviver?: unknown): unknown => {
    const source = textOf(text);
    let value: unknown;
    try {
      value = nativeParse(source);
    } catch (error) {
      const at = error instanceof NativeSyntaxError ? jsonFault(source) : -1;
      if (at < 0) throw error;
      throw faultOf(source, at);
    }
    // Only a text that is JSON comes here; the reviver is the harness's own, and so is what it throws.
    return typeof reviver === 'function' ? nativeParse(source, reviver as Parameters<typeof nativeParse>[1]) : value;
  };
  define(parse, 'name', { value: 'parse', configurable: true });
  define(JSON, 'parse', { value: parse, writable: true, configurable: true, enumerable: false });
}

function faultOf(source: string, at: number): SyntaxError {
  const error = new NativeSyntaxError(
    at >= source.length
      ? 'Unexpected end of JSON input'
      : `Unexpected token ${quote(apply(cut, source, [at, at + 1]))} in JSON at position ${textOf(at)}`,
  );
  keepText(error);
  return error;
}
