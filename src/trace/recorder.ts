import type { FunctionId } from '../task/ids.js';
import { LoopFuelExhausted } from './loop-fuel.js';
import { cut, preview, previewArguments } from './preview.js';
import { stepping } from './steps.js';
import { readThrown } from './thrown.js';
import type { NodeKind, TraceNode } from './trace.js';

/** What bounds a recorder; the guest limits of a run have this shape. */
export interface RecorderLimits {
  /** Nodes after which only what a trace cannot do without is recorded; see `Recorder`. */
  readonly nodes: number;
  /** Characters of one preview. */
  readonly previewChars: number;
  /** Characters of all previews of a run. */
  readonly previewTotalChars: number;
  /** Loop turns a run, over all loops. */
  readonly loopFuel: number;
}

/** So many function nodes are sent as soon as they are made, so that a run that hangs early shows where. */
const EAGER_NODES = 256;
/** After those, one sending covers this many function nodes. A power of two. */
const SEND_EVERY_NODES = 64;
/** Loop turns between two sendings. A power of two. */
const SEND_EVERY_TURNS = 2 ** 17;
const LEAST_PREVIEW_CHARS = 8;
const ASYNC_FIRST = [Symbol.asyncIterator, Symbol.iterator] as const;
const SYNC_ONLY = [Symbol.iterator] as const;

/** Errors, and notes, that are recorded past the cap. */
const SPARE_NODES = 200;

/**
 * Makes the execution DAG of one run. Instrumented code calls its hooks; `current` is the node whose code runs, and
 * whoever changes it puts it back. Guest-safe.
 *
 * Past the cap calls of functions are no longer recorded, except what a trace cannot do without: every model and tool
 * call, the first call of every function (so that `F(τ)` is whole), calls of functions that led to a model or tool call
 * before (up to twice the cap), returns of recorded calls, and some errors and notes. A call that is not recorded runs
 * as the negative id of its nearest recorded ancestor.
 */
export class Recorder {
  /** The node that new nodes get as their parent, negative while a call that is not recorded runs; 0 is the runner. */
  current = 0;
  /** Nodes that were not recorded. */
  dropped = 0;
  /** True while previews may still be made; instrumented code then passes its arguments along. */
  shows: boolean;

  readonly #limits: RecorderLimits;
  readonly #send: (nodes: TraceNode[]) => void;
  #pending: TraceNode[] = [];
  #made = 0;
  #entered = 0;
  #spared = 0;
  /** Parent and function of each function node, by id. */
  readonly #parents: number[] = [0];
  readonly #functions: (FunctionId | undefined)[] = [undefined];
  readonly #seen = new Set<FunctionId>();
  /** Functions that a model or tool call was made under. */
  readonly #busy = new Set<FunctionId>();
  #fuel: number;
  #previewCharsLeft: number;
  /** Calls and errors tell most: they have characters of their own. */
  #callCharsLeft: number;
  readonly #failed = new WeakSet();
  #failedValue: unknown = undefined;
  #failedInto = -1;

  constructor(limits: RecorderLimits, send: (nodes: TraceNode[]) => void) {
    this.#limits = limits;
    this.#send = send;
    this.#fuel = limits.loopFuel;
    this.#previewCharsLeft = limits.previewTotalChars;
    this.#callCharsLeft = limits.previewTotalChars;
    this.shows = this.#room() > 0;
  }

  /** Nodes made since they were last taken or sent. */
  takePending(): TraceNode[] {
    const nodes = this.#pending;
    this.#pending = [];
    return nodes;
  }

  /** Makes the node of a model or tool call under the current one; its id. `detail` is the call's JSON text. */
  hostCall(kind: 'llm' | 'tool', name: string, detail: string): number {
    const caller = Math.abs(this.current);
    for (let id = caller; id > 0; id = this.#parents[id] ?? 0) {
      const made = this.#functions[id];
      if (made !== undefined) this.#busy.add(made);
    }
    return this.#add(caller, kind, name, this.#spendOnCall(detail));
  }

  /** Adds a note under the current node. */
  note(text: string): void {
    if (this.#spare()) this.#add(Math.abs(this.current), 'note', 'note', this.#spend(cut(text, this.#room())));
  }

  /** Hook: a call begins. The new node becomes current; its id. */
  enter(id: FunctionId, name: string, args: readonly unknown[] | undefined): number {
    return (this.current = this.spawn(id, name, args));
  }

  /** Hook: a generator is made. Its node's id; the current node stays. */
  spawn(id: FunctionId, name: string, args: readonly unknown[] | undefined): number {
    const parent = Math.abs(this.current);
    if (this.#made >= this.#limits.nodes && !this.#stillMatters(id)) {
      this.dropped++;
      return -parent;
    }
    const detail = args === undefined || !this.shows ? undefined : this.#spend(previewArguments(args, this.#room()));
    const made = ++this.#made;
    this.#parents[made] = parent;
    this.#functions[made] = id;
    this.#seen.add(id);
    this.#pending.push(
      detail === undefined
        ? { id: made, parent, kind: 'function', name, functionId: id }
        : { id: made, parent, kind: 'function', name, functionId: id, detail },
    );
    const entered = ++this.#entered;
    if (entered <= EAGER_NODES || (entered & (SEND_EVERY_NODES - 1)) === 0) this.#flush();
    return made;
  }

  /** Hook: the call `node` returns `value`. Gives the value back. */
  ret<T>(node: number, name: string, value: T): T {
    if (node > 0) this.#add(node, 'return', name, this.shows ? this.#shown(value) : undefined);
    else this.dropped++;
    return value;
  }

  /** Hook: an error passes out of the call `node` into `caller`. The same error is recorded once, where it began. */
  fail(node: number, caller: number, error: unknown): void {
    if (this.#seenBefore(node, caller, error) || !this.#spare()) return;
    const { name, message, site } = readThrown(error);
    const detail = message === undefined ? this.#shown(error) : this.#spendOnCall(message);
    this.#add(Math.abs(node), 'error', name, detail, site);
  }

  /** Hook: the running code is about to suspend or to hand over; `outside` becomes current. */
  leave<T>(outside: number, value: T): T {
    this.current = outside;
    return value;
  }

  /** Hook: node `own` runs again. */
  back<T>(own: number, value: T): T {
    this.current = own;
    return value;
  }

  /** Hook: generator `own` is resumed with `value`. The third argument only orders the caller's reading of `current`. */
  pass<T>(own: number, value: T, _resumer: number): T {
    this.current = own;
    return value;
  }

  /** Hook: a catch or finally clause of generator `own` begins. The resumer's node: a new one if a resumption led here. */
  again(own: number, resumer: number): number {
    const found = this.current;
    this.current = own;
    return found === own ? resumer : found;
  }

  /** Hook: a turn of the loop at `site` (`file:line`). @throws LoopFuelExhausted */
  turn(site: string): void {
    const left = --this.#fuel;
    if (left < 0 || (left & (SEND_EVERY_TURNS - 1)) === 0) this.#pause(site);
  }

  /** Hook: what `for await` iterates; each step runs as `own` and leaves the node that `outside` gives. */
  steps(iterable: unknown, own: number, outside: () => number): unknown {
    return stepping(this, iterable, own, outside, ASYNC_FIRST);
  }

  /** Hook: what `yield*` iterates in a generator; each step runs as `own`. */
  delegate(iterable: unknown, own: number, isAsync: boolean): unknown {
    if (!isAsync && Array.isArray(iterable)) return iterable;
    return stepping(this, iterable, own, undefined, isAsync ? ASYNC_FIRST : SYNC_ONLY);
  }

  /** Hook: a function that is to run later, with the node that passed it on as its caller. */
  bind(callee: unknown): unknown {
    if (typeof callee !== 'function') return callee;
    const trace = this;
    const passer = this.current;
    return function (this: unknown, ...args: readonly unknown[]): unknown {
      const before = trace.current;
      trace.current = passer;
      try {
        return Reflect.apply(callee, this, args);
      } finally {
        trace.current = before;
      }
    };
  }

  /** Hook: whether a returned value is to be awaited before it is recorded. */
  isPromise(value: unknown): boolean {
    return value instanceof Promise;
  }

  /** Past the cap: whether a call of this function is recorded all the same. */
  #stillMatters(id: FunctionId): boolean {
    return !this.#seen.has(id) || (this.#busy.has(id) && this.#made < 2 * this.#limits.nodes);
  }

  /** Whether an error or a note is recorded: always before the cap, a bounded number past it. */
  #spare(): boolean {
    if (this.#made < this.#limits.nodes) return true;
    if (++this.#spared <= SPARE_NODES) return true;
    this.dropped++;
    return false;
  }

  #add(parent: number, kind: NodeKind, name: string, detail: string | undefined, site?: string): number {
    const id = ++this.#made;
    const node: TraceNode = detail === undefined ? { id, parent, kind, name } : { id, parent, kind, name, detail };
    this.#pending.push(site === undefined ? node : { ...node, site });
    return id;
  }

  #seenBefore(node: number, caller: number, error: unknown): boolean {
    if ((typeof error === 'object' && error !== null) || typeof error === 'function') {
      if (this.#failed.has(error)) return true;
      this.#failed.add(error);
      return false;
    }
    // A thrown primitive has no identity: it is the same one if it comes from the call that it last passed out of.
    const same = this.#failedInto === node && this.#failedValue === error;
    this.#failedValue = error;
    this.#failedInto = caller;
    return same;
  }

  #shown(value: unknown): string | undefined {
    const room = this.#room();
    return room === 0 ? undefined : this.#spend(preview(value, room));
  }

  #room(): number {
    const room = Math.min(this.#limits.previewChars, this.#previewCharsLeft);
    return room < LEAST_PREVIEW_CHARS ? 0 : room;
  }

  #spendOnCall(text: string): string | undefined {
    const shown = cut(text, Math.min(this.#limits.previewChars, this.#callCharsLeft));
    this.#callCharsLeft -= shown.length;
    return shown === '' ? undefined : shown;
  }

  #spend(text: string): string | undefined {
    if (text === '') return undefined;
    this.#previewCharsLeft -= text.length;
    this.shows = this.#room() > 0;
    return text;
  }

  #pause(site: string): void {
    this.#flush();
    if (this.#fuel >= 0) return;
    this.#fuel = 0;
    throw new LoopFuelExhausted(site, this.#limits.loopFuel);
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#send(this.takePending());
  }
}
