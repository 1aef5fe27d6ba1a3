import type { FunctionId } from '../task/ids.js';
import { LoopFuelExhausted } from './loop-fuel.js';
import { settleText } from './native-error.js';
import { asList, ownList, ownMethods } from './own-methods.js';
import { cut, preview, previewArguments } from './preview.js';
import { ASYNC_FIRST, stepping, SYNC_ONLY } from './steps.js';
import type { RecorderLimits } from './recorder-limits.js';
import { readThrown } from './thrown.js';
import { requireTakeable } from './takeable.js';
import type { NodeKind, TraceNode } from './trace.js';

// Taken before harness code runs: what it patches is not called here.
const apply = Reflect.apply;
const { abs, min } = Math;
const isArray = Array.isArray;
const NativePromise = Promise;

/** So many function nodes are sent as soon as they are made, so that a run that hangs early shows where. */
const EAGER_NODES = 256;
/** After those, one sending covers this many function nodes. A power of two. */
const SEND_EVERY_NODES = 64;
/** So many nodes that are not recorded make a sending too, so that their number is known of a run that hangs. A power of two. */
const SEND_EVERY_DROPPED = 2 ** 14;
/** Loop turns between two sendings. A power of two. */
const SEND_EVERY_TURNS = 2 ** 17;
const LEAST_PREVIEW_CHARS = 8;
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
  readonly #onMemoryFull: () => void;
  #pending: TraceNode[] = ownList();
  #made = 0;
  #entered = 0;
  #spared = 0;
  /** Parent and function of each function node, by id. */
  readonly #parents: number[] = ownList([0]);
  readonly #functions: (FunctionId | undefined)[] = ownList([undefined]);
  readonly #seen = ownMethods(new Set<FunctionId>(), ['has', 'add']);
  /** Functions that a model or tool call was made under. */
  readonly #busy = ownMethods(new Set<FunctionId>(), ['has', 'add']);
  #fuel: number;
  #exhausted: LoopFuelExhausted | undefined;
  #previewCharsLeft: number;
  /** Calls and errors tell most: they have characters of their own. */
  #callCharsLeft: number;
  readonly #failed = ownMethods(new WeakSet(), ['has', 'add']);
  #failedValue: unknown = undefined;
  #failedInto = -1;

  /** `onMemoryFull` is called when the harness meets the engine's own error for a full memory. */
  constructor(limits: RecorderLimits, send: (nodes: TraceNode[]) => void, onMemoryFull: () => void = () => undefined) {
    this.#limits = limits;
    this.#send = send;
    this.#onMemoryFull = onMemoryFull;
    this.#fuel = limits.loopFuel;
    this.#previewCharsLeft = limits.previewTotalChars;
    this.#callCharsLeft = limits.previewTotalChars;
    this.shows = this.#room() > 0;
  }

  /** Nodes made since they were last taken or sent. */
  takePending(): TraceNode[] {
    const nodes = this.#pending;
    this.#pending = ownList();
    return asList(nodes);
  }

  /** Thrown once the fuel was gone: such a run has no answer, whatever the harness catches. */
  get exhausted(): LoopFuelExhausted | undefined {
    return this.#exhausted;
  }

  /**
   * Makes the node of a model or tool call under the current one; its id. `detail` is the call's JSON text.
   * @throws LoopFuelExhausted when the fuel was gone before
   */
  hostCall(kind: 'llm' | 'tool', name: string, detail: string): number {
    if (this.#exhausted !== undefined) throw this.#exhausted;
    const caller = abs(this.current);
    for (let id = caller; id > 0; id = this.#parents[id] ?? 0) {
      const made = this.#functions[id];
      if (made !== undefined) this.#busy.add(made);
    }
    return this.#add(caller, kind, name, this.#spendOnCall(detail));
  }

  /** Adds a note under the current node. */
  note(text: string): void {
    if (this.#spare()) this.#add(abs(this.current), 'note', 'note', this.#spend(cut(text, this.#room())));
  }

  /** Hook: a call begins. The new node becomes current; its id. */
  enter(id: FunctionId, name: string, args: readonly unknown[] | undefined): number {
    return (this.current = this.spawn(id, name, args));
  }

  /** Hook: a generator is made. Its node's id; the current node stays. */
  spawn(id: FunctionId, name: string, args: readonly unknown[] | undefined): number {
    if (--this.#fuel < 0) this.#pause(`The call of ${name} (${id})`);
    const parent = abs(this.current);
    if (this.#made >= this.#limits.nodes && !this.#stillMatters(id)) {
      this.#drop();
      return -parent;
    }
    const detail = args === undefined || !this.shows ? undefined : this.#spend(previewArguments(args, this.#room()));
    const made = ++this.#made;
    this.#parents[made] = parent;
    this.#functions[made] = id;
    this.#seen.add(id);
    this.#pending[this.#pending.length] =
      detail === undefined
        ? { id: made, parent, kind: 'function', name, functionId: id }
        : { id: made, parent, kind: 'function', name, functionId: id, detail };
    const entered = ++this.#entered;
    if (entered <= EAGER_NODES || (entered & (SEND_EVERY_NODES - 1)) === 0) this.#flush();
    return made;
  }

  /** Hook: the call `node` returns `value`. Gives the value back. */
  ret<T>(node: number, name: string, value: T): T {
    if (node > 0) this.#add(node, 'return', name, this.shows ? this.#shown(value) : undefined);
    else this.#drop();
    return value;
  }

  /** Hook: an error passes out of the call `node` into `caller`. The same error is recorded once, where it began. */
  fail(node: number, caller: number, error: unknown): void {
    settleText(error, this.#onMemoryFull);
    if (this.#seenBefore(node, caller, error) || !this.#spare()) return;
    const { name, message, site } = readThrown(error);
    const detail = message === undefined ? this.#shown(error) : this.#spendOnCall(message);
    this.#add(abs(node), 'error', name, detail, site);
  }

  /** Hook: a catch clause of the harness begins, or a function without a node is left, with `error`. Gives it back. */
  caught<T>(error: T): T {
    settleText(error, this.#onMemoryFull);
    return error;
  }

  /** Hook: `value` is about to be taken apart. Gives it back. @throws TypeError that says what was expected of `text`. */
  taken<T>(value: T, text: string, isList: boolean): T {
    requireTakeable(value, text, isList);
    return value;
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
    if (left < 0 || (left & (SEND_EVERY_TURNS - 1)) === 0) this.#pause(`The loop at ${site}`);
  }

  /** Hook: what `for await` iterates; each step runs as `own` and leaves the node that `outside` gives. */
  steps(iterable: unknown, own: number, outside: () => number): unknown {
    return stepping(this, iterable, own, outside, ASYNC_FIRST);
  }

  /** Hook: what `yield*` iterates in a generator; each step runs as `own`. */
  delegate(iterable: unknown, own: number, isAsync: boolean): unknown {
    if (!isAsync && isArray(iterable)) return iterable;
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
        return apply(callee, this, args);
      } finally {
        trace.current = before;
      }
    };
  }

  /** Hook: whether a returned value is to be awaited before it is recorded. */
  isPromise(value: unknown): boolean {
    return value instanceof NativePromise;
  }

  /** Past the cap: whether a call of this function is recorded all the same. */
  #stillMatters(id: FunctionId): boolean {
    return !this.#seen.has(id) || (this.#busy.has(id) && this.#made < 2 * this.#limits.nodes);
  }

  /** Whether an error or a note is recorded: always before the cap, a bounded number past it. */
  #spare(): boolean {
    if (this.#made < this.#limits.nodes) return true;
    if (++this.#spared <= SPARE_NODES) return true;
    this.#drop();
    return false;
  }

  #add(parent: number, kind: NodeKind, name: string, detail: string | undefined, site?: string): number {
    const id = ++this.#made;
    const node: TraceNode = detail === undefined ? { id, parent, kind, name } : { id, parent, kind, name, detail };
    this.#pending[this.#pending.length] = site === undefined ? node : { ...node, site };
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
    const room = min(this.#limits.previewChars, this.#previewCharsLeft);
    return room < LEAST_PREVIEW_CHARS ? 0 : room;
  }

  #spendOnCall(text: string): string | undefined {
    const shown = cut(text, min(this.#limits.previewChars, this.#callCharsLeft));
    this.#callCharsLeft -= shown.length;
    return shown === '' ? undefined : shown;
  }

  #spend(text: string): string | undefined {
    if (text === '') return undefined;
    this.#previewCharsLeft -= text.length;
    this.shows = this.#room() > 0;
    return text;
  }

  #pause(place: string): void {
    this.#flush();
    if (this.#fuel >= 0) return;
    this.#fuel = 0;
    throw (this.#exhausted ??= new LoopFuelExhausted(place, this.#limits.loopFuel));
  }

  #drop(): void {
    const dropped = ++this.dropped;
    if (dropped === 1 || (dropped & (SEND_EVERY_DROPPED - 1)) === 0) this.#send(this.takePending());
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#send(this.takePending());
  }
}
