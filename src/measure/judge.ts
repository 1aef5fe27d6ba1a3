import { z } from 'zod';
import { BackendFault, EspalierError } from '../task/error.js';
import type { Case } from '../task/case.js';
import type { Json } from '../task/json.js';
import type { Judged, Outcome } from '../task/outcome.js';
import { clipped, shown } from '../task/shown.js';
import type { Environment } from '../ports/family.js';
import type { Bench } from './bench.js';
import { withDeadline } from './deadline.js';

const OutcomeShape = z.object({ scores: z.record(z.string(), z.number().min(0).max(1)), feedback: z.string() });

/** Most characters of a feedback that are kept: it is stored with every trace, and the optimizer reads it. */
const FEEDBACK_CHARS = 4_000;

/** The evaluator itself failed: the run stops, since no score could be trusted. */
export class EvaluatorBroken extends EspalierError {
  readonly code = 'EVALUATOR';
}

/**
 * Scores one answer; of an outcome scores and feedback are kept, the feedback up to `FEEDBACK_CHARS`. @throws EvaluatorBroken when the evaluator throws, hangs or gives scores that are none;
 * BackendFault when it says that the backend broke.
 */
export async function judge(
  bench: Bench,
  item: Case,
  answer: Json | undefined,
  environment: Environment,
): Promise<Judged> {
  const { family, success, limits, signal } = bench;
  const where = `The evaluator of family "${family.name}" on case "${item.id}"`;
  let outcome: Outcome;
  try {
    outcome = await withDeadline(
      limits.evaluateMs,
      signal,
      where,
      () => family.evaluate(item, answer, environment),
      'limits.evaluateMs',
    );
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof BackendFault && !error.message.startsWith(where)) throw error;
    const message = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    const said = message.startsWith(where) ? message : `${where} failed: ${message}`;
    throw new EvaluatorBroken(`${said}. Fix it and start again (grow: --resume); no run was scored by it.`, {
      cause: error,
    });
  }
  // The evaluator is the user's code: its type says nothing of what it gave.
  const given: unknown = outcome;
  if (!OutcomeShape.safeParse(given).success) {
    throw new EvaluatorBroken(
      `${where} must give { scores: { name: number }, feedback: string }; it gave ${shown(given)}.`,
    );
  }
  for (const name of family.scores) {
    const score: unknown = outcome.scores[name];
    if (typeof score !== 'number' || !(score >= 0 && score <= 1)) {
      throw new EvaluatorBroken(`${where} must give score "${name}" in [0, 1]; it gave ${String(score)}.`);
    }
  }
  const value = outcome.scores[success];
  if (value === undefined) {
    throw new EvaluatorBroken(
      `${where} gave no score "${success}", which the config names as success. Scores: ${Object.keys(outcome.scores).join(', ')}.`,
    );
  }
  const { scores, feedback } = outcome;
  return { scores, feedback: clipped(feedback, FEEDBACK_CHARS), success: value, solved: value >= 1 };
}
