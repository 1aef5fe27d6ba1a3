import { z } from 'zod';
import { type CorpusAnswer, MOST_EVIDENCE } from './evaluate-corpus.js';

/** What a harness of this family is asked. */
export const taskSchema: z.ZodType<{ question: string }> = z.object({ question: z.string().min(1) });

/** What it answers. */
export const answerSchema: z.ZodType<CorpusAnswer> = z.strictObject({
  answer: z.string().describe('As short as can be: a name, a number, yes or no. May be empty.'),
  evidence: z
    .array(z.string())
    .max(MOST_EVIDENCE)
    .describe('Titles of the passages that show the answer, at most five.'),
});

/** What a case expects: the gold answer and at least one gold title. */
export const expectedSchema: z.ZodType<CorpusAnswer> = z.object({
  answer: z.string(),
  evidence: z.array(z.string().min(1)).min(1).max(MOST_EVIDENCE),
});
