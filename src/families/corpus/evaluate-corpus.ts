import type { Outcome } from '../../task/outcome.js';
import { exactMatch, tokenF1 } from './score-answer.js';
import { titleKey } from './title-key.js';

/** What a harness answers: a short answer and the titles that show it. */
export interface CorpusAnswer {
  readonly answer: string;
  readonly evidence: readonly string[];
}

/** Most titles of one answer. */
export const MOST_EVIDENCE = 5;

/**
 * `evidence`: 1 when every gold title is among the at most five given, else 0. `answer`: exact match after
 * normalisation, 0 or 1. `f1`: token F1 in [0, 1]. The feedback quotes what was expected.
 */
export function evaluateCorpus(expected: CorpusAnswer, given: CorpusAnswer | undefined): Outcome {
  const titles = new Set(given?.evidence.slice(0, MOST_EVIDENCE).map(titleKey));
  const missing = expected.evidence.filter((title) => !titles.has(titleKey(title)));
  const of = `${String(missing.length)} of ${String(expected.evidence.length)} titles`;
  const evidence =
    missing.length === 0 ? 'gold evidence complete' : `gold evidence missing: ${of} (missing: ${missing.join('; ')})`;
  const answer = `answer: expected "${expected.answer}", got ${given ? `"${clip(given.answer)}"` : 'none'}`;
  return {
    scores: {
      evidence: missing.length === 0 ? 1 : 0,
      answer: given ? exactMatch(given.answer, expected.answer) : 0,
      f1: given ? tokenF1(given.answer, expected.answer) : 0,
    },
    feedback: `${evidence}; ${answer}`,
  };
}

const clip = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
