import { LlmError, ToolError } from './errors.js';
import type { TraceNode } from '../trace/trace.js';
import { jsonText } from './json-text.js';
import { nodesText } from './node-text.js';
import type { ReplyMessage } from './wire.js';

const NativePromise = Promise;
const define = Object.defineProperty;
const apply = Reflect.apply;
const indexOf = String.prototype.indexOf;
const cut = String.prototype.slice;

/** The part of the recorder that host calls need. */
export interface CallRecorder {
  /** The node that runs now. */
  current: number;
  /** Nodes that were not recorded. */
  readonly dropped: number;
  takePending(): readonly TraceNode[];
  hostCall(kind: 'llm' | 'tool', name: string, detail: string): number;
}

interface Waiting {
  readonly caller: number;
  /** Made at the call, so that a failure's stack leads to the harness's own line. */
  readonly origin: Error;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The member of a message that says how many nodes were not recorded; nothing while there are none. */
export const droppedMember = (dropped: number): string =>
  dropped === 0 ? '' : `,"dropped":${jsonText(dropped, 'dropped')}`;

/** The guest's half of host calls: a call out, its reply in. */
export interface HostCalls {
  call(kind: 'llm' | 'tool', name: string, args: unknown): Promise<unknown>;
  reply(message: ReplyMessage): void;
  /** No call goes out after the end of the run. */
  close(): void;
}

export function openHostCalls(recorder: CallRecorder, send: (text: string) => void): HostCalls {
  let lastId = 0;
  let open = true;
  // Without a prototype: a patched Object.prototype or Map.prototype changes nothing here.
  const waiting: Record<number, Waiting | undefined> = { __proto__: null } as Record<number, Waiting | undefined>;

  return {
    call(kind, name, args) {
      if (!open) throw new Error(`The run is over: ${name} was not called.`);
      const argsText = jsonText(args, `${name}(args)`);
      const caller = recorder.current;
      const node = recorder.hostCall(kind, name, argsText);
      lastId += 1;
      const id = lastId;
      const nodes = nodesText(recorder.takePending());
      const head = `{"t":"call","id":${jsonText(id, 'id')},"node":${jsonText(node, 'node')},"kind":"${kind}"`;
      const origin = new Error();
      const promise = new NativePromise<unknown>((resolve, reject) => {
        waiting[id] = { caller, origin, resolve, reject };
      });
      send(
        `${head},"name":${jsonText(name, 'name')},"args":${argsText},"nodes":${nodes}${droppedMember(recorder.dropped)}}`,
      );
      return promise;
    },
    reply(message) {
      const asked = waiting[message.id];
      if (asked === undefined) return;
      waiting[message.id] = undefined;
      recorder.current = asked.caller;
      if (message.ok) asked.resolve(message.value);
      else asked.reject(errorOf(message.error, asked.origin));
    },
    close() {
      open = false;
    },
  };
}

function errorOf(failure: { readonly name: string; readonly message: string }, origin: Error): Error {
  const { name, message } = failure;
  const error =
    name === 'ToolError' ? new ToolError(message) : name === 'LlmError' ? new LlmError(message) : new Error(message);
  if (error.name !== name) define(error, 'name', { value: name, writable: true, configurable: true });
  const stack: unknown = origin.stack;
  if (typeof stack === 'string') {
    const firstFrame = apply(indexOf, stack, ['\n']);
    const frames = firstFrame < 0 ? '' : apply(cut, stack, [firstFrame]);
    define(error, 'stack', { value: `${name}: ${message}${frames}`, writable: true, configurable: true });
  }
  return error;
}
