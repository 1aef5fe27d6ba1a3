import type { Measurement, RunStore } from '../ports/store.js';
import { sha256 } from '../task/hash.js';
import type { RunId, SamplingSeed, VersionId } from '../task/ids.js';
import { traceMeaning } from '../trace/digest.js';
import type { Trace } from '../trace/trace.js';

/** The recorded runs of one run of `grow`, found by what names them: sampling seed and version. */
export class RecordedRuns {
  readonly #store: RunStore;
  readonly #byKey = new Map<string, Measurement[]>();
  readonly all: readonly Measurement[];

  constructor(store: RunStore, run: RunId) {
    this.#store = store;
    this.all = store.measurements(run);
    for (const one of this.all) {
      const key = keyOf(this.seedOf(one), one.version);
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), one]);
    }
  }

  /** The seed that a run was made under: one without a result is filed beside its place. */
  seedOf(one: Measurement): SamplingSeed {
    return one.judged ? one.seed : (this.#store.trace(one.trace)?.seed ?? one.seed);
  }

  /**
   * The run under a seed. Where a place has several, since one was missing at first: the one that the transition
   * names, else the one with a result, else the last.
   */
  find(seed: SamplingSeed, version: VersionId, named: ReadonlySet<string>): Measurement | undefined {
    const found = this.#byKey.get(keyOf(seed, version)) ?? [];
    return found.find((one) => named.has(one.trace)) ?? found.find((one) => one.judged) ?? found.at(-1);
  }

  /** The trace of a measurement, or what is wrong with it. */
  trace(one: Measurement): Trace | string {
    const trace = this.#store.trace(one.trace);
    if (!trace) return `the store has no trace ${one.trace}`;
    const digest = sha256(traceMeaning(trace));
    return digest === one.trace ? trace : `trace ${one.trace} is damaged: what it says has the digest ${digest}`;
  }
}

const keyOf = (seed: SamplingSeed, version: VersionId): string => `${seed} ${version}`;

const DIGEST = /"([0-9a-f]{64})"/g;

/** The digests that a transition's body names. */
export const digestsIn = (body: unknown): ReadonlySet<string> =>
  new Set([...JSON.stringify(body).matchAll(DIGEST)].map((match) => match[1] ?? ''));
