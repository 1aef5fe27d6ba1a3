import type { Case } from '../task/case.js';
import { EspalierError } from '../task/error.js';
import type { SamplingSeed, VersionId } from '../task/ids.js';
import { canonicalJson } from '../task/json.js';
import type { Judged } from '../task/outcome.js';
import type { Trace } from '../trace/trace.js';
import type { CaseRunner } from '../measure/bench.js';
import type { RunOfCase } from '../measure/run-case.js';
import type { Measurement } from '../ports/store.js';
import type { Prepared, RunLimits, Sandbox } from '../ports/sandbox.js';
import type { RecordedRuns } from './recorded-runs.js';
import { replayRun } from './replay-run.js';

/** A run did not come out as it was recorded. */
export class RunDiffers extends EspalierError {
  readonly code = 'RUN_DIFFERS';
  readonly case: string;
  readonly difference: string;
  constructor(name: string, version: VersionId, difference: string) {
    super(
      `The run of case "${name}" with version ${version.slice(0, 12)} does not come out as recorded: ${difference}`,
    );
    this.case = name;
    this.difference = difference;
  }
}

export interface RerunParts {
  readonly runs: RecordedRuns;
  readonly sandbox: Sandbox;
  readonly limits: RunLimits;
  readonly tools: readonly string[];
  /** The score that counted as success. */
  readonly success: string;
}

/** Runs recorded runs again, offline, and says of each whether it came out as it was. */
export class Reruns {
  readonly #parts: RerunParts;
  /** Runs that came out node for node, by trace and version. */
  readonly reproduced: Set<string> = new Set<string>();
  /** Runs that a clock, memory or a broken backend ended: no rerun can give that again, so they are taken as recorded. */
  readonly taken: Set<string> = new Set<string>();
  /** Gets what differs, and the recorded run is used on; without it a difference is thrown. */
  onDifference: ((differs: RunDiffers, version: VersionId) => void) | undefined;
  /** Digests that the transition at hand names. */
  named: ReadonlySet<string> = new Set<string>();

  constructor(parts: RerunParts) {
    this.#parts = parts;
  }

  /** In the place of live runs: the recorded run of that seed and version, run again. @throws RunDiffers */
  readonly runner: CaseRunner = async (prepared, item, seed, signal) => {
    const { runs } = this.#parts;
    const measurement = runs.find(seed, prepared.version, this.named);
    if (!measurement) {
      throw new RunDiffers(
        item.id,
        prepared.version,
        `the store has no run under the sampling seed ${seed.slice(0, 12)}`,
      );
    }
    return this.rerun(prepared, item, seed, measurement, signal);
  };

  async rerun(
    prepared: Prepared,
    item: { readonly id: string; readonly task: Case['task'] },
    seed: SamplingSeed,
    measurement: Measurement,
    signal?: AbortSignal,
  ): Promise<RunOfCase> {
    const { runs, success, sandbox, tools, limits } = this.#parts;
    const trace = runs.trace(measurement);
    if (typeof trace === 'string') throw new RunDiffers(item.id, prepared.version, trace);
    const key = `${measurement.trace} ${measurement.version}`;
    const differ = (difference: string): void => {
      const differs = new RunDiffers(item.id, prepared.version, difference);
      if (!this.onDifference) throw differs;
      this.onDifference(differs, prepared.version);
    };
    const judged = judgedOf(trace, success);
    const wrong = recordedWrong(trace, measurement, judged, { task: item.task, seed, version: prepared.version });
    if (wrong !== undefined) differ(wrong);
    if (endsByNature(trace)) this.taken.add(key);
    else if (!this.reproduced.has(key)) {
      const replayed = await replayRun(sandbox, prepared, trace, tools, limits, signal);
      if (replayed.same) this.reproduced.add(key);
      else {
        signal?.throwIfAborted();
        differ(replayed.difference);
      }
    }
    // The recorded trace itself: it means the same, and also has what a rerun has not, as costs.
    return { trace, ...(measurement.judged ? { judged: measurement.judged } : {}) };
  }
}

/** What of a record contradicts itself or is another run's. */
function recordedWrong(
  trace: Trace,
  measurement: Measurement,
  judged: Judged | undefined,
  asked: Pick<Trace, 'task' | 'seed' | 'version'>,
): string | undefined {
  for (const key of ['task', 'seed', 'version'] as const) {
    if (canonicalJson(trace[key]) !== canonicalJson(asked[key]))
      return `${key}: its trace has ${canonicalJson(trace[key]).slice(0, 200)}, expected ${canonicalJson(asked[key]).slice(0, 200)}`;
  }
  if (canonicalJson(judged ?? null) === canonicalJson(measurement.judged ?? null)) return undefined;
  return `score: recorded ${canonicalJson(measurement.judged ?? null).slice(0, 300)}, its trace says ${canonicalJson(judged ?? null).slice(0, 300)}`;
}

function judgedOf(trace: Trace, success: string): Judged | undefined {
  const value = trace.outcome?.scores[success];
  if (!trace.outcome || value === undefined || trace.end.kind === 'missing') return undefined;
  return { ...trace.outcome, success: value, solved: value >= 1 };
}

function endsByNature({ end }: Trace): boolean {
  return (
    end.kind === 'missing' ||
    end.kind === 'crash' ||
    (end.kind === 'limit' && (end.limit === 'wallMs' || end.limit === 'heapMb'))
  );
}
