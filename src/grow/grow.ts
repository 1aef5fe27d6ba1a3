import { BudgetExhausted, InputError } from '../task/error.js';
import type { AnyGateRecord } from '../ports/gate-record.js';
import type { JournalEntry } from '../ports/store.js';
import { advance } from './advance.js';
import type { GrowContext } from './context.js';
import { growHash, type LoopState } from './loop-state.js';
import { asJson, type Step } from './step.js';

/** How a sitting of `grow` ended. Every end but `done` can be resumed. */
export type GrowEnd =
  | { readonly kind: 'done'; readonly loop: LoopState }
  | { readonly kind: 'budget'; readonly error: BudgetExhausted; readonly loop: LoopState | undefined };

/** What happens outside the store after a transition is journaled; each must be safe to repeat. */
export interface GrowEffects {
  gateRecord(record: AnyGateRecord): Promise<void>;
}

/**
 * Runs the loop from wherever its journal stands until it is complete or a budget is used up.
 * Each phase ends in one transition, journaled in one transaction before git refs or files follow it; so a kill at
 * any point loses nothing, and calling this again goes on.
 * @throws the signal's reason when it is aborted; known errors of the world; both leave the journal whole.
 */
export async function grow(context: GrowContext, effects: GrowEffects): Promise<GrowEnd> {
  const { store, run } = context;
  const journal = store.journal(run);
  let ordinal = journal.length;
  let loop = restoreLoop(journal.at(-1));
  let silent = 0;
  if (loop) await reconcile(context, effects, loop, journal);
  try {
    for (;;) {
      context.signal.throwIfAborted();
      context.bench.budget.checkTime();
      const step = await advance(context, loop, ordinal + 1);
      if (step === 'done') return { kind: 'done', loop: requireLoop(loop) };
      ordinal += 1;
      loop = step.loop;
      const entry: JournalEntry = {
        ordinal,
        kind: step.kind,
        body: step.body,
        state: asJson(loop),
        stateHash: growHash(loop.grow),
        at: Date.now(),
      };
      store.append(run, entry, step.versions ?? []);
      await follow(context, effects, loop, entry);
      context.emit({ kind: 'transition', entry });
      silent =
        step.kind === 'no-proposal' && loop.next.at === 'collect' ? silent + 1 : step.kind === 'proposed' ? 0 : silent;
      if (silent >= MOST_SILENT) throw silence(context, step);
    }
  } catch (error) {
    // The time budget ends a run from outside, whatever it was doing.
    const cause: unknown = context.signal.aborted ? context.signal.reason : error;
    if (cause instanceof BudgetExhausted) return { kind: 'budget', error: cause, loop };
    throw error;
  } finally {
    await context.lookahead.discard();
  }
}

/** The loop as a journal entry left it. */
export function restoreLoop(entry: JournalEntry | undefined): LoopState | undefined {
  // The journal's `state` is what `grow` wrote: a LoopState.
  return entry && (entry.state as unknown as LoopState);
}

/** Proposals in a row without a reply, in one sitting, after which the optimizer counts as broken. */
const MOST_SILENT = 3;

function silence(context: GrowContext, step: Step): InputError {
  const { message } = step.body as { readonly message: string }; // what phase 2 wrote
  return new InputError(
    `The optimizer ${context.proposer.name} gave no reply ${String(MOST_SILENT)} times in a row; the last time: ${message} ` +
      'Nothing is lost: mend it, then go on with --resume.',
  );
}

function requireLoop(loop: LoopState | undefined): LoopState {
  if (!loop) throw new Error('A run cannot be complete before its seed is measured.');
  return loop;
}

const GIT_KINDS: ReadonlySet<string> = new Set(['seed-measured', 'accepted', 'checkpoint', 'rolled-back']);
const GATE_KINDS: ReadonlySet<string> = new Set(['checkpoint', 'rolled-back', 'undecided']);

async function follow(context: GrowContext, effects: GrowEffects, loop: LoopState, entry: JournalEntry): Promise<void> {
  if (GIT_KINDS.has(entry.kind)) await context.versions.reconcile(context.run, { head: loop.head, tags: loop.tags });
  if (GATE_KINDS.has(entry.kind)) await effects.gateRecord(gateRecordOf(entry));
}

/** Makes git and gate files what the journal says: the truth is in the store. */
async function reconcile(
  context: GrowContext,
  effects: GrowEffects,
  loop: LoopState,
  journal: readonly JournalEntry[],
): Promise<void> {
  await context.versions.reconcile(context.run, { head: loop.head, tags: loop.tags });
  for (const entry of journal) if (GATE_KINDS.has(entry.kind)) await effects.gateRecord(gateRecordOf(entry));
  context.emit({ kind: 'resumed', transitions: journal.length, state: asJson(loop) });
}

/** The gate record that a gate's transition carries. @throws Error for a format of another version. */
export function gateRecordOf(entry: JournalEntry): AnyGateRecord {
  const record = entry.body as unknown as AnyGateRecord; // what 5-gate wrote
  const format: number = record.format;
  if (format !== 1 && format !== 2) {
    throw new Error(`Expected a gate record of format 1 or 2, got ${String(record.format)}.`);
  }
  return record;
}
