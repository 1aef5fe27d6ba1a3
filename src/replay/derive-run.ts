import { advance } from '../grow/advance.js';
import type { GrowContext } from '../grow/context.js';
import { growHash, type LoopState } from '../grow/loop-state.js';
import type { Step } from '../grow/step.js';
import { mapConcurrent } from '../measure/concurrent.js';
import type { JournalEntry, RunStore } from '../ports/store.js';
import { EspalierError } from '../task/error.js';
import { asJournaled, firstDifference } from './first-difference.js';
import type { PromptCount } from './journaled-proposer.js';
import { digestsIn, type RecordedRuns } from './recorded-runs.js';
import { RunDiffers, type Reruns } from './rerun.js';

/** The first transition that does not come out as it was journaled. */
export interface Divergence {
  readonly ordinal: number;
  readonly kind: string;
  /** What differs: a member of the transition (`body.tasks[3].candidate`), or a run of the harness. */
  readonly field: string;
  readonly recorded: string;
  readonly derived: string;
}

/** What a derivation of a whole run shows. Counts are of what was derived before the divergence, if there is one. */
export interface DerivedRun {
  readonly transitions: { readonly recorded: number; readonly reproduced: number };
  /** Runs of the harness; `taken` were ended by a clock, memory or a broken backend and are taken as recorded. */
  readonly runs: { readonly recorded: number; readonly reproduced: number; readonly taken: number };
  readonly editSets: {
    readonly checked: number;
    readonly accepted: number;
    readonly dropped: number;
    readonly refused: number;
  };
  readonly gates: { readonly derived: number; readonly rolledBack: number };
  /** The optimizer's prompts that came out with the recorded hash; another release may word them otherwise. */
  readonly prompts: PromptCount;
  /** False for a run that was stopped before its test set was evaluated. */
  readonly complete: boolean;
  readonly divergence: Divergence | null;
}

export interface DeriveParts {
  /** The loop's parts: a scratch store and repository, an optimizer that answers from the journal, recorded runs. */
  readonly context: GrowContext;
  readonly journal: readonly JournalEntry[];
  /** The recorded store, for reading alone. */
  readonly recorded: RunStore;
  readonly runs: RecordedRuns;
  readonly reruns: Reruns;
  readonly prompts: PromptCount;
  readonly onTransition?: (entry: JournalEntry, done: number, of: number) => void;
}

/** Runs the loop again from its first transition and compares each one, with the state that it leads to. */
export async function deriveRun(parts: DeriveParts): Promise<DerivedRun> {
  const { context, journal, reruns } = parts;
  const done: JournalEntry[] = [];
  let divergence: Divergence | undefined;
  try {
    let loop: LoopState | undefined;
    for (const entry of journal) {
      reruns.named = digestsIn(entry.body);
      const derived = await deriveTransition(parts, loop, entry);
      if ('divergence' in derived) {
        divergence = derived.divergence;
        break;
      }
      ({ loop } = derived);
      done.push(entry);
      parts.onTransition?.(entry, done.length, journal.length);
    }
    if (!divergence && done.at(-1)?.kind === 'tested')
      divergence = await furtherStep(context, loop, journal.length + 1);
  } finally {
    await context.lookahead.discard();
  }
  divergence ??= await otherRuns(parts);
  const count = (kind: string): number => done.filter((entry) => entry.kind === kind).length;
  return {
    transitions: { recorded: journal.length, reproduced: done.length },
    runs: { recorded: parts.runs.all.length, reproduced: reruns.reproduced.size, taken: reruns.taken.size },
    editSets: {
      checked: count('checked') + count('refused'),
      accepted: count('accepted'),
      dropped: count('dropped'),
      refused: count('refused'),
    },
    gates: {
      derived: count('checkpoint') + count('rolled-back') + count('undecided'),
      rolledBack: count('rolled-back'),
    },
    prompts: parts.prompts,
    complete: journal.at(-1)?.kind === 'tested',
    divergence: divergence ?? null,
  };
}

/** Derives one transition from the loop state before it. */
export async function deriveTransition(
  parts: Pick<DeriveParts, 'context' | 'recorded'>,
  loop: LoopState | undefined,
  entry: JournalEntry,
): Promise<{ readonly loop: LoopState; readonly derived: JournalEntry } | { readonly divergence: Divergence }> {
  const { context } = parts;
  const at = (field: string, recorded: string, derived: string): { readonly divergence: Divergence } => ({
    divergence: { ordinal: entry.ordinal, kind: entry.kind, field, recorded, derived },
  });
  let step: Step | 'done';
  try {
    step = await advance(context, loop, entry.ordinal);
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (error instanceof RunDiffers) return at('a run of the harness', entry.kind, error.message);
    // A store that cannot be read is no divergence of the run.
    if (!(error instanceof EspalierError) || error.code === 'STORE') throw error;
    return at('outcome', entry.kind, `the loop stops: ${error.message}`);
  }
  if (step === 'done') return at('kind', entry.kind, 'the run is complete before it');
  const derived: JournalEntry = {
    ordinal: entry.ordinal,
    kind: step.kind,
    body: asJournaled(step.body),
    state: asJournaled(step.loop),
    stateHash: growHash(step.loop.grow),
    at: entry.at,
  };
  const found = firstDifference(comparable(entry), comparable(derived)) ?? filesDiffer(parts, step);
  if (found) return at(found.field, found.recorded, found.derived);
  context.store.append(context.run, derived, step.versions ?? []);
  return { loop: step.loop, derived };
}

/** In the order in which a person wants to hear of differences. */
const comparable = ({ kind, stateHash, body, state }: JournalEntry): object => ({ kind, body, state, stateHash });

function filesDiffer({ recorded }: Pick<DeriveParts, 'recorded'>, step: Step): ReturnType<typeof firstDifference> {
  for (const { version, files } of step.versions ?? []) {
    const found = firstDifference(recorded.files(version), files, `files of version ${version.slice(0, 12)}`);
    if (found) return found;
  }
  return undefined;
}

/** After a complete run there is nothing to do. */
async function furtherStep(
  context: GrowContext,
  loop: LoopState | undefined,
  ordinal: number,
): Promise<Divergence | undefined> {
  const step = await advance(context, loop, ordinal);
  return step === 'done'
    ? undefined
    : { ordinal, kind: step.kind, field: 'kind', recorded: 'nothing: the run was complete', derived: step.kind };
}

/** Recorded runs that no transition needed (finished past the task that filled a window, say) are run again too. */
async function otherRuns(parts: DeriveParts): Promise<Divergence | undefined> {
  const { context, runs, reruns, recorded } = parts;
  const rest = runs.all.filter((one) => {
    const key = `${one.trace} ${one.version}`;
    return !reruns.reproduced.has(key) && !reruns.taken.has(key);
  });
  try {
    await mapConcurrent(rest, context.bench.concurrency, async (one) => {
      const trace = runs.trace(one);
      const name = `trace ${one.trace.slice(0, 12)}`;
      if (typeof trace === 'string') throw new RunDiffers(name, one.version, trace);
      const files = recorded.files(one.version);
      if (!files) throw new RunDiffers(name, one.version, 'the store has no source of that version');
      const prepared = await context.warm.get(files);
      await reruns.rerun(prepared, { id: name, task: trace.task }, runs.seedOf(one), one);
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof RunDiffers)) throw error;
    return { ordinal: 0, kind: 'a run outside of the transitions', field: 'run', recorded: '', derived: error.message };
  }
}
