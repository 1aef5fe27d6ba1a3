import { createRequire } from 'node:module';
import type { QuickJSContext, QuickJSHandle, QuickJSSyncVariant, QuickJSWASMModule } from 'quickjs-emscripten';
import { GuestMemoryFull, type Engine, type Realm } from './engine.mjs';

type Core = Pick<typeof import('quickjs-emscripten'), 'newQuickJSWASMModuleFromVariant'>;

/** Stack of this process, KB, where no flag says another: V8's own default. */
const DEFAULT_STACK_KB = 984;
/**
 * A frame of QuickJS takes up to nine times its own stack of the process's: with less than a tenth of that stack QuickJS
 * notices first, and the harness gets an error that it can catch instead of a dead process.
 */
const STACK_SHARE = 10;

/** QuickJS in WebAssembly, with a runtime of its own for each run. */
export async function openQuickJs(entry: string, guestFile: string, flags: readonly string[]): Promise<Engine> {
  const fromEntry = createRequire(entry);
  // The package's own entry would load all four builds of the engine; the process may read only the one.
  const { newQuickJSWASMModuleFromVariant } = fromEntry('quickjs-emscripten-core') as Core;
  const variant = (fromEntry('@jitl/quickjs-wasmfile-release-sync') as { readonly default: QuickJSSyncVariant })
    .default;
  const quickJs = await newQuickJSWASMModuleFromVariant(variant);
  const limits = {
    stackBytes: Math.floor((numberOf(flags, 'stack-size', DEFAULT_STACK_KB) * 1_024) / STACK_SHARE),
    heapBytes: numberOf(flags, 'max-old-space-size', 64) * 1_048_576,
  };
  let script = '';
  return {
    load(code) {
      script = code;
    },
    realm: (send) => new QuickJsRealm(quickJs, limits, script, guestFile, send),
  };
}

function numberOf(flags: readonly string[], name: string, otherwise: number): number {
  const text = flags.find((flag) => flag.startsWith(`--${name}=`))?.split('=')[1];
  return text === undefined ? otherwise : Number(text);
}

/**
 * What V8's flag `--disallow-code-generation-from-strings` does there: no code from text, by `eval` or by the
 * constructors of the four kinds of functions. Runs before any other code of the realm.
 */
const NO_CODE_FROM_TEXT = `(() => {
  const refuse = {
    Function() {
      throw new EvalError('Code generation from strings disallowed for this context');
    },
  }.Function;
  const kinds = [function () {}, async function () {}, function* () {}, async function* () {}];
  for (const kind of kinds) {
    const prototype = Object.getPrototypeOf(kind);
    Object.defineProperty(prototype, 'constructor', { value: refuse, writable: false, enumerable: false, configurable: false });
  }
  Object.defineProperty(refuse, 'prototype', { value: Function.prototype });
  Object.defineProperty(globalThis, 'Function', { value: refuse, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(globalThis, 'eval', { value: { eval: (text) => refuse(text) }.eval, writable: true, enumerable: false, configurable: true });
})()`;

class QuickJsRealm implements Realm {
  readonly #context: QuickJSContext;
  readonly #doors: QuickJSHandle;

  constructor(
    quickJs: QuickJSWASMModule,
    limits: { readonly stackBytes: number; readonly heapBytes: number },
    script: string,
    guestFile: string,
    send: (text: unknown) => void,
  ) {
    const runtime = quickJs.newRuntime();
    runtime.setMaxStackSize(limits.stackBytes);
    runtime.setMemoryLimit(limits.heapBytes);
    this.#context = runtime.newContext();
    const context = this.#context;
    context
      .newFunction('send', (text) => {
        send(context.typeof(text) === 'string' ? context.getString(text) : undefined);
      })
      .consume((door) => {
        context.setProp(context.global, '__espalier_send', door);
      });
    this.#read(context.evalCode(NO_CODE_FROM_TEXT, guestFile)).dispose();
    this.#read(context.evalCode(script, guestFile)).dispose();
    this.#doors = context.getProp(context.global, '__espalier');
  }

  start(text: string): void {
    this.#deliver('start', text);
  }

  reply(text: string): void {
    this.#deliver('reply', text);
  }

  drain(): void {
    const { runtime } = this.#context;
    while (runtime.hasPendingJob()) {
      const ran = runtime.executePendingJobs();
      // A job that throws is one of the engine's own: those of promises settle a promise instead.
      if (ran.error !== undefined) throw this.#thrown(ran.error);
      ran.dispose();
    }
  }

  dispose(): void {
    this.#doors.dispose();
    const { runtime } = this.#context;
    this.#context.dispose();
    runtime.dispose();
  }

  #deliver(door: 'start' | 'reply', text: string): void {
    const context = this.#context;
    context.newString(text).consume((argument) => {
      context.getProp(this.#doors, door).consume((fn) => {
        this.#read(context.callFunction(fn, context.undefined, argument)).dispose();
      });
    });
  }

  #read(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (result.error === undefined) return result.value;
    throw this.#thrown(result.error);
  }

  #thrown(handle: QuickJSHandle): Error {
    const error = handle.consume((thrown): unknown => this.#context.dump(thrown));
    const dumped: { readonly name?: string; readonly message?: string } =
      typeof error === 'object' && error !== null ? error : {}; // an error is dumped by value, with both
    const { name = 'Error', message = 'the script threw' } = dumped;
    return message === 'out of memory' || error === null
      ? new GuestMemoryFull(message)
      : Object.assign(new Error(message), { name });
  }
}
