import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BudgetExhausted } from '../task/error.js';
import type { RunId } from '../task/ids.js';
import type { Price } from '../task/usage.js';
import { makeFolder } from '../task/make-folder.js';
import type { GrowContext } from '../grow/context.js';
import { grow } from '../grow/grow.js';
import type { LoopState } from '../grow/loop-state.js';
import { leakRules } from '../grow/leak-rules.js';
import { Lookahead } from '../grow/lookahead.js';
import { openBench } from '../measure/bench.js';
import { storeLedger } from '../measure/ledger.js';
import { WarmVersions } from '../measure/warm-versions.js';
import type { Sandbox } from '../ports/sandbox.js';
import type { RunRecord, RunStore } from '../ports/store.js';
import { testCases } from '../report/grow-result.js';
import { gitVersions } from '../versions/git-versions.js';
import { finishGrow, pricesOf } from './finish-grow.js';
import type { GrowReport, GrowRequest } from './grow-request.js';
import type { Ready } from './prepare-run.js';
import { gateRecordFile, gateRecordText } from './read-gate-record.js';
import { readBinding } from './run-options.js';
import { defaultConcurrency } from './settings.js';
import { standingOf } from './standing.js';
import type { Workspace } from './workspace.js';

/** One sitting of a run: the loop from where its journal stands until it is complete or must stop. */
export async function sit(
  request: GrowRequest,
  workspace: Workspace,
  store: RunStore,
  record: RunRecord,
  ready: Ready,
  sandbox: Sandbox,
  interrupt: AbortSignal,
): Promise<GrowReport> {
  const { config, directory, family } = workspace;
  const { grow: options, name, settings, budget } = readBinding(record);
  const caps = { ...budget, ...ready.caps };
  const now = (): number => performance.now();
  const ledger = storeLedger(store, record.id, now);
  const time = timeBudget(caps.minutes, ledger.elapsedMs());
  const signal = AbortSignal.any([interrupt, time.signal]);
  let counted = now();
  const addElapsed = (): void => {
    const upTo = now();
    store.addElapsed(record.id, Math.round(upTo - counted));
    counted = upTo;
  };
  const { editor } = ready;
  const price: Price | undefined = ready.model.price;
  const priced = pricesOf(request, workspace);
  const bench = openBench({
    family,
    sandbox,
    llm: ready.llm,
    ledger,
    caps,
    price,
    limits: settings.limits,
    success: workspace.success,
    maxOutputTokens: settings.maxOutputTokens,
    ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
    concurrency: request.concurrency ?? config.concurrency ?? defaultConcurrency(ready.model.name),
    signal,
  });
  const context: GrowContext = {
    run: record.id,
    startedAt: record.startedAt,
    options,
    splits: ready.splits,
    seedFiles: ready.seedFiles,
    baselines: ready.baselines,
    store,
    archive: { store, run: record.id },
    versions: gitVersions({ directory }),
    editor,
    leaks: leakRules(family, { train: ready.splits.train, gate: ready.splits.gate }),
    proposer: ready.proposer,
    bench,
    warm: new WarmVersions(sandbox, editor, 4),
    lookahead: new Lookahead(),
    signal,
    emit: (event) => {
      // Time is counted as the run goes on, so that a kill loses little of it.
      if (event.kind === 'transition') addElapsed();
      request.onEvent?.(event);
      if (event.kind === 'transition') {
        const loop = event.entry.state as unknown as LoopState; // what `grow` journaled
        request.onEvent?.({ kind: 'standing', standing: standingOf(loop, context, ledger, priced) });
      }
    },
  };
  try {
    const end = await grow(context, {
      gateRecord: (gateRecord) => writeGateRecord(directory, record.id, gateRecord.gate, gateRecord),
    });
    const result = await finishGrow({
      request,
      workspace,
      record,
      context,
      end,
      name,
      model: ready.model.name,
    });
    return { end, result, testCases: testCases(store.journal(record.id)) };
  } finally {
    time.clear();
    addElapsed();
  }
}

/** Fires when the minutes of a run, over all sittings, are used up: also in the middle of a call. */
function timeBudget(minutes: number | undefined, elapsedMs: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  if (minutes === undefined) return { signal: controller.signal, clear: () => undefined };
  const end = (): void => {
    controller.abort(
      new BudgetExhausted('minutes', `The time budget of ${String(minutes)} minutes (--budget-minutes) is used up.`),
    );
  };
  // Longer waits than a timer can hold are no cap that a run meets.
  const timer = setTimeout(end, Math.min(Math.max(0, minutes * 60_000 - elapsedMs), 2 ** 31 - 1));
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
    },
  };
}

async function writeGateRecord(directory: string, run: RunId, gate: number, record: unknown): Promise<void> {
  const file = gateRecordFile(directory, run, gate);
  await makeFolder(path.dirname(file));
  await writeFile(file, gateRecordText(record));
}
