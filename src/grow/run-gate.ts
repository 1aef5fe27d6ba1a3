import type { GateRuleEngine, GateStep } from '../gate/gate-config.js';
import { type AskedRun, type MeasuredTask, unmeasured, withOutcome } from '../gate/measured.js';
import type { MeasuredCase } from '../measure/measure-arm.js';

/** A run that counted, with what was asked for. */
export interface CountedRun extends AskedRun {
  readonly measured: MeasuredCase;
}

/** What a gate measured until its rule decided. */
export interface RanGate {
  readonly tasks: readonly MeasuredTask[];
  /** Runs in the order in which they counted. */
  readonly runs: readonly CountedRun[];
  readonly end: Extract<GateStep, { kind: 'decided' }>;
}

/** How a gate makes its runs. */
export interface GateRunner {
  /** Runs at the same time, at least 1. */
  readonly concurrency: number;
  /** Makes one run; must reject when the signal fires. */
  start(run: AskedRun, signal: AbortSignal): Promise<MeasuredCase>;
  /** Told after each run that counted: how many so far, and how many are asked for at least. */
  onRun?(counted: number, of: number): void;
}

/**
 * Makes the runs that a rule asks for until it decides. Outcomes count in the order in which they were asked for,
 * whatever comes in first, and the rule is asked after each: so the same runs decide whatever the concurrency is. What is
 * under way when the gate is decided is ended and discarded.
 * @throws what a run that counts throws; one that was discarded cannot fail a gate.
 */
export async function runGate(rule: GateRuleEngine, cases: readonly string[], runner: GateRunner): Promise<RanGate> {
  const ahead = new Map<string, Promise<MeasuredCase>>();
  const cut = new AbortController();
  const runs: CountedRun[] = [];
  let tasks = unmeasured(cases);
  try {
    for (;;) {
      const step = rule.next(tasks);
      if (step.kind === 'decided') return { tasks, runs, end: step };
      for (const run of step.runs.slice(0, Math.max(1, runner.concurrency))) {
        const key = keyOf(run);
        if (ahead.has(key)) continue;
        const running = runner.start(run, cut.signal);
        running.catch(() => undefined); // an error counts only when its run does
        ahead.set(key, running);
      }
      const [run] = step.runs;
      const key = keyOf(run);
      const measured = await ahead.get(key);
      if (!measured) throw new Error(`The run ${key} was not started.`);
      ahead.delete(key);
      runs.push({ ...run, measured });
      tasks = withOutcome(tasks, run, measured.judged?.success ?? null);
      runner.onRun?.(runs.length, runs.length + step.runs.length - 1);
    }
  } finally {
    cut.abort(new Error('The gate is decided: what is under way is discarded.'));
    await Promise.allSettled(ahead.values());
  }
}

const keyOf = ({ case: name, arm, repeat }: AskedRun): string => `${arm} ${String(repeat)} ${name}`;
