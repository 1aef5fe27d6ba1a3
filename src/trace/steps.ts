/** Where the id of the running node is kept. */
export interface CurrentNode {
  current: number;
}

/** Which of the two iterators a step asks for. */
export const ASYNC_FIRST: readonly symbol[] = [Symbol.asyncIterator, Symbol.iterator];
export const SYNC_ONLY: readonly symbol[] = [Symbol.iterator];

const apply = Reflect.apply;
const get = Reflect.get;
const toObject = Object;

type Method = (value?: unknown) => unknown;

/**
 * An iterator that stands in for another one and runs each of its steps as node `own`. Afterwards the current node
 * is what it was before, or what `outside` says where it was `own` itself (a consumer about to suspend).
 */
class Steps {
  readonly #trace: CurrentNode;
  readonly #inner: object;
  readonly #next: Method;
  readonly #own: number;
  readonly #outside: (() => number) | undefined;

  constructor(trace: CurrentNode, inner: object, own: number, outside: (() => number) | undefined) {
    this.#trace = trace;
    this.#inner = inner;
    this.#next = get(inner, 'next') as Method; // the protocol reads it once; calling what is no function throws there too
    this.#own = own;
    this.#outside = outside;
  }

  next(value?: unknown): unknown {
    return this.#step(this.#next, value);
  }

  get return(): Method | undefined {
    return this.#optional('return');
  }

  get throw(): Method | undefined {
    return this.#optional('throw');
  }

  #optional(name: 'return' | 'throw'): Method | undefined {
    const method = get(this.#inner, name) as Method | null | undefined; // the iterator protocol's own type
    return method === undefined || method === null ? undefined : (value) => this.#step(method, value);
  }

  #step(method: Method, value: unknown): unknown {
    const trace = this.#trace;
    const before = trace.current;
    trace.current = this.#own;
    try {
      return apply(method, this.#inner, [value]);
    } finally {
      trace.current = before === this.#own && this.#outside !== undefined ? this.#outside() : before;
    }
  }
}

/**
 * An iterable whose steps run as node `own`. Async iterables stay async and sync ones sync; what is neither comes
 * back as it is, so that the language itself says what is wrong with it.
 */
export function stepping(
  trace: CurrentNode,
  iterable: unknown,
  own: number,
  outside: (() => number) | undefined,
  kinds: readonly symbol[],
): unknown {
  if (iterable === undefined || iterable === null) return iterable;
  for (let index = 0; index < kinds.length; index += 1) {
    const kind = kinds[index];
    if (kind === undefined) continue;
    const make = get(toObject(iterable) as object, kind) as Method | null | undefined; // the iteration protocol's own type
    if (make === undefined || make === null) continue;
    return {
      [kind]: (): unknown => {
        const before = trace.current;
        trace.current = own;
        try {
          return new Steps(trace, apply(make, iterable, []) as object, own, outside); // what is no object throws at `next`
        } finally {
          trace.current = before;
        }
      },
    };
  }
  return iterable;
}
