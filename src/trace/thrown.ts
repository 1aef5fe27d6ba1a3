import { dataProperty } from './data-property.js';
import { withoutOwnFrames } from './own-frames.js';

const apply = Reflect.apply;
const exec = RegExp.prototype.exec;
const slice = String.prototype.slice;
const NativeError = Error;

/** A harness can make its stacks as long as it likes. */
const STACK_CHARS = 4_000;
const FRAMES = 10;

/** What an error node says of a thrown value. */
export interface Thrown {
  readonly name: string;
  readonly message: string | undefined;
  /** `line:column` of the frames in the linked script, innermost first; the host turns them into a source position. */
  readonly site: string | undefined;
}

/** Reads a thrown value of any kind; never throws and calls no getter of the value. */
export function readThrown(value: unknown): Thrown {
  if (typeof value !== 'object' || value === null) return { name: typeof value, message: undefined, site: undefined };
  try {
    const name = dataProperty(value, 'name');
    const message = dataProperty(value, 'message');
    return {
      name: typeof name === 'string' ? name : 'object',
      message: typeof message === 'string' ? message : undefined,
      site: positionsOf(value),
    };
  } catch {
    // A proxy's trap threw: there is nothing to read.
    return { name: 'object', message: undefined, site: undefined };
  }
}

function positionsOf(error: object): string | undefined {
  let stack: unknown;
  try {
    stack = dataProperty(error, 'stack') ?? (error instanceof NativeError ? error.stack : undefined);
  } catch {
    return undefined; // the engine's formatter reads the error's name, and that threw
  }
  if (typeof stack !== 'string') return undefined;
  const text = withoutOwnFrames(error, apply(slice, stack, [0, STACK_CHARS]));
  // QuickJS gives the text of JSON.parse a frame too.
  const frame = /^\s+at (?!<input>).*?:(\d+):(\d+)\)?$/gm;
  let found = '';
  for (let count = 0; count < FRAMES; count += 1) {
    const place = apply(exec, frame, [text]);
    if (place === null) break;
    found += `${found === '' ? '' : ' '}${place[1] ?? ''}:${place[2] ?? ''}`;
  }
  return found === '' ? undefined : found;
}
