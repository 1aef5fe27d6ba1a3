import { withoutOwnFrames } from '../trace/own-frames.js';

const cut = String.prototype.slice;
const includes = String.prototype.includes;
const apply = Reflect.apply;
const textOf = String;

/** A thrown value in words: what crosses to the host of it. Characters are capped. */
export interface ErrorText {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

const bounded = (text: string, chars: number): string => apply(cut, text, [0, chars]);

function member(thrown: object, key: 'name' | 'message' | 'stack', chars: number): string {
  try {
    const found = (thrown as Readonly<Record<string, unknown>>)[key]; // any object can be asked for any key
    return typeof found === 'string' ? bounded(found, chars) : '';
  } catch {
    return ''; // a getter of the harness threw while its error was read: there is no such text
  }
}

function stackOf(thrown: object): string {
  try {
    return withoutOwnFrames(thrown, member(thrown, 'stack', 8_000));
  } catch {
    return ''; // a proxy's trap threw
  }
}

/** Reads a thrown value of any kind; never throws. */
export function describeError(thrown: unknown): ErrorText {
  if ((typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function') {
    const message = member(thrown, 'message', 2_000);
    return { name: member(thrown, 'name', 100) || 'Error', message, stack: stackOf(thrown) };
  }
  const text = typeof thrown === 'symbol' ? 'a symbol' : textOf(thrown);
  return { name: 'Error', message: bounded(`thrown value that is no Error: ${text}`, 2_000), stack: '' };
}

/** A V8 call site, as far as it is used here. */
interface CallSite {
  getFunctionName(): unknown;
  getFileName(): unknown;
  getLineNumber(): unknown;
  getColumnNumber(): unknown;
}

/**
 * Makes `stack` list `file:line:column` of every frame. Guest engines that hide call sites from the host still
 * give them to a formatter of the guest's own.
 */
export function installStackFormat(): void {
  // V8's own extension points of the Error constructor; the language's types do not have them all.
  const errors = Error as unknown as { prepareStackTrace: unknown; stackTraceLimit: number };
  errors.stackTraceLimit = 30;
  errors.prepareStackTrace = (error: unknown, sites: readonly CallSite[]): string => {
    const isObject = typeof error === 'object' && error !== null;
    let text = isObject ? `${member(error, 'name', 100) || 'Error'}: ${member(error, 'message', 2_000)}` : 'Error';
    for (let index = 0; index < sites.length; index += 1) {
      const site = sites[index];
      const file = textOf(site?.getFileName());
      // The process's own frames would name its folders.
      if (site === undefined || apply(includes, file, ['/']) || apply(includes, file, ['node:'])) continue;
      const place = `${file}:${textOf(site.getLineNumber())}:${textOf(site.getColumnNumber())}`;
      text += `\n    at ${textOf(site.getFunctionName() ?? '<anonymous>')} (${place})`;
    }
    return text;
  };
}
