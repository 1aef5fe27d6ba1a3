import { z } from 'zod';
import type { TaskFamily } from '../../ports/family.js';
import { InputError } from '../../task/error.js';
import { defineFamily } from '../define-family.js';
import { answerSchema, expectedSchema, taskSchema } from './corpus-schemas.js';
import { evaluateCorpus } from './evaluate-corpus.js';
import type { Passage } from './passage.js';
import { passageFrequency } from './passage-frequency.js';
import { openPassageIndex, type PassageIndex } from './passage-index.js';
import { titleCatalogue } from './title-catalogue.js';

export interface CorpusOptions {
  /** The whole collection; titles are unique. */
  readonly passages: readonly Passage[];
  /** `corpus` when left out. */
  readonly name?: string;
}

const passageOutput = z.object({ title: z.string(), text: z.string() });

/**
 * The corpus search family: answer a question from a fixed collection of passages and name the passages that show it.
 * The collection never changes, so all runs share one index, built when the first world is opened.
 * @throws InputError when there are no passages or a title occurs twice.
 * @example
 * const family = corpus({ passages: [{ title: 'Velmar', text: 'Velmar is a town on the Osk.' }] });
 */
export function corpus({ passages, name = 'corpus' }: CorpusOptions): TaskFamily {
  if (passages.length === 0) throw new InputError('Expected at least one passage in the corpus, got none.');
  const catalogue = titleCatalogue(passages);
  let index: Promise<PassageIndex> | undefined;
  return defineFamily({
    name,
    task: taskSchema,
    answer: answerSchema,
    expected: expectedSchema,
    tools: {
      search: {
        description:
          'Full-text search (BM25 over title and text, any word matches). Gives at most k passages, best first; throws ToolError when the query has no word.',
        input: z.object({
          query: z.string().describe('Plain words; at most 64 different ones count, the rarest.'),
          k: z.int().min(1).max(10).describe('How many passages at most, 1 to 10.'),
        }),
        output: z.array(passageOutput.extend({ score: z.number().describe('BM25; higher is better.') })),
      },
      open: {
        description:
          'The passage of a title; letter case and white space do not count. Throws ToolError, naming the nearest titles, when there is none.',
        input: z.object({ title: z.string() }),
        output: passageOutput,
      },
    },
    scores: ['evidence', 'answer', 'f1'],
    async open() {
      index ??= openPassageIndex(passages);
      const { search } = await index;
      return {
        tools: {
          search: ({ query, k }) => [...search(query, k)],
          open: ({ title }) => catalogue.open(title),
        },
      };
    },
    evaluate: (item, answer) => evaluateCorpus(item.expected, answer),
    leaks: {
      telling: ({ expected }) => [
        { text: expected.answer, what: 'answer' },
        ...expected.evidence.map((text) => ({ text, what: 'title' }) as const),
      ],
      frequency: passageFrequency(passages),
    },
    async close() {
      const opened = await index;
      index = undefined;
      opened?.close();
    },
  });
}
