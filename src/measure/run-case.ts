import { BackendFault } from '../task/error.js';
import type { Case } from '../task/case.js';
import type { SamplingSeed } from '../task/ids.js';
import type { Json } from '../task/json.js';
import type { Judged } from '../task/outcome.js';
import { TRACE_FORMAT, type RunEnd, type Trace } from '../trace/trace.js';
import type { Environment } from '../ports/family.js';
import type { Prepared, RunResult } from '../ports/sandbox.js';
import type { Bench } from './bench.js';
import { checked } from './checked.js';
import { judge } from './judge.js';
import { LiveHost } from './run-host.js';
import { closeWorld, openWorld } from './world.js';

/** One finished run of a harness on one case. `judged` is missing when the run is. */
export interface RunOfCase {
  readonly trace: Trace;
  readonly judged?: Judged;
}

/**
 * Runs a prepared harness on one case, live. A missing run is tried again, then given back without a score.
 * @throws BudgetExhausted when a cap is reached under the run; EvaluatorBroken; the signal's reason.
 */
export async function runCase(
  bench: Bench,
  prepared: Prepared,
  item: Case,
  seed: SamplingSeed,
  signal: AbortSignal = bench.signal,
): Promise<RunOfCase> {
  let last: RunOfCase | undefined;
  for (let attempt = 0; attempt <= bench.missingRetries; attempt += 1) {
    bench.budget.checkTime();
    last = await runOnce(bench, prepared, item, seed, signal);
    if (last.judged) return last;
  }
  if (!last) throw new Error('missingRetries must not be negative');
  return last;
}

async function runOnce(
  bench: Bench,
  prepared: Prepared,
  item: Case,
  seed: SamplingSeed,
  signal: AbortSignal,
): Promise<RunOfCase> {
  const { task, setup } = item;
  const what = `case "${item.id}"`;
  let environment: Environment;
  try {
    environment = await openWorld(bench, { what, task, ...(setup === undefined ? {} : { setup }) }, signal);
  } catch (error) {
    if (!(error instanceof BackendFault)) throw error;
    return { trace: emptyTrace(prepared, item, seed, { kind: 'missing', message: error.message }) };
  }
  try {
    const run = await runInEnvironment(bench, prepared, item, seed, environment, signal);
    if (run.end.kind === 'missing') return { trace: run };
    try {
      const judged = await judge(bench, item, run.answer, environment);
      return { trace: { ...run, outcome: { scores: judged.scores, feedback: judged.feedback } }, judged };
    } catch (error) {
      if (!(error instanceof BackendFault)) throw error;
      return { trace: { ...run, end: { kind: 'missing', message: error.message } } };
    }
  } finally {
    await closeWorld(bench, what, environment);
  }
}

/** Runs a harness in an open world and reads its answer, without a score. */
export async function runInEnvironment(
  bench: Bench,
  prepared: Prepared,
  item: { readonly task: Json },
  seed: SamplingSeed,
  environment: Environment,
  signal: AbortSignal = bench.signal,
): Promise<Trace> {
  const host = new LiveHost({
    environment,
    validators: bench.validators,
    model: bench.model,
    maxOutputTokens: bench.maxOutputTokens,
    temperature: bench.temperature,
    limits: bench.limits,
    seed,
    signal,
  });
  let result: RunResult;
  try {
    result = await bench.sandbox.run(prepared, { task: item.task, seed, signal }, host, bench.limits);
  } catch (error) {
    host.abandon();
    throw error;
  }
  if (result.end.kind === 'missing') host.abandon();
  else await host.finish(Math.max(0, bench.limits.wallMs - result.wallMs));
  signal.throwIfAborted();
  if (host.exhausted) throw host.exhausted;
  if (host.fatal !== undefined) throw host.fatal;
  const { end, answer } = checkAnswer(bench, result.end, result.answer);
  return {
    format: TRACE_FORMAT,
    version: prepared.version,
    seed,
    task: item.task,
    nodes: host.recorder.nodes,
    droppedNodes: result.droppedNodes,
    calls: host.recorder.calls,
    ...(answer === undefined ? {} : { answer }),
    end,
    usage: host.recorder.usage,
    wallMs: result.wallMs,
  };
}

/** An answer that the family's schema refuses is no answer. */
function checkAnswer(
  bench: Bench,
  end: RunEnd,
  answer: Json | undefined,
): { readonly end: RunEnd; readonly answer?: Json } {
  if (end.kind !== 'answered') return { end };
  try {
    const read = checked(bench.validators.answer, answer ?? null, 'answer');
    return read.ok ? { end, answer: read.value } : { end: { kind: 'invalid-answer', message: read.inline } };
  } catch (error) {
    // A schema that refers to itself recurses as deep as the answer is nested.
    if (!(error instanceof RangeError)) throw error;
    return { end: { kind: 'invalid-answer', message: `answer: it cannot be checked (${error.message})` } };
  }
}

function emptyTrace(prepared: Prepared, item: Case, seed: SamplingSeed, end: RunEnd): Trace {
  return {
    format: TRACE_FORMAT,
    version: prepared.version,
    seed,
    task: item.task,
    nodes: [],
    droppedNodes: 0,
    calls: [],
    end,
    usage: { modelCalls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: 0 },
    wallMs: 0,
  };
}
