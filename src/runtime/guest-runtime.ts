import { dataText } from './guest-globals.js';
import type { HostCalls } from './guest-calls.js';
import type { Runtime } from './runtime.js';

const define = Object.defineProperty;

/** Frozen, and shown by its name alone in previews: harness functions pass it on all the time. */
function named<T extends object>(name: string, object: T): T {
  return Object.freeze(define(object, Symbol.toStringTag, { value: name, enumerable: false }));
}

function predictArgs(request: unknown): object {
  // The harness's checker has seen the type; what runs may still be anything.
  const { instruction, input, output } = (request ?? {}) as Readonly<Record<string, unknown>>;
  const schema = typeof output === 'object' && output !== null && 'json' in output ? output.json : undefined;
  if (typeof instruction !== 'string' || schema === undefined) {
    throw new TypeError('predict expects { instruction: string, input, output: a schema made with s }.');
  }
  return { instruction, input: input === undefined ? null : input, output: schema };
}

/** The `rt` that `main` gets: frozen, one function a tool. */
export function guestRuntime(tools: readonly string[], calls: HostCalls, note: (text: string) => void): Runtime {
  // Without a prototype, so that only granted names are there.
  const table = { __proto__: null } as unknown as Record<string, (args: unknown) => Promise<unknown>>;
  for (let index = 0; index < tools.length; index += 1) {
    const name = tools[index];
    if (name === undefined) continue;
    const tool = (args: unknown): Promise<unknown> => calls.call('tool', name, args === undefined ? {} : args);
    define(table, name, { value: tool, enumerable: true });
  }
  const runtime = {
    llm: named('Llm', {
      predict: (request: unknown) => calls.call('llm', 'predict', predictArgs(request)),
      chat: (messages: unknown) => calls.call('llm', 'chat', { messages }),
    }),
    tools: named('Tools', table),
    note(text: unknown, data?: unknown): void {
      note(data === undefined ? dataText(text) : `${dataText(text)} ${dataText(data)}`);
    },
  };
  // The host validates what comes back against the schemas that these types are made from.
  return named('Runtime', runtime) as unknown as Runtime;
}
