import { z } from 'zod';
import type { Case } from '../../task/case.js';
import { InputError } from '../../task/error.js';
import { caseId } from '../../task/ids.js';
import { schemaComplaint } from '../../task/schema-complaint.js';
import { readText } from '../read-file.js';
import type { Passage } from './passage.js';

/** A corpus and the questions that are asked of it. */
export interface CorpusData {
  readonly passages: readonly Passage[];
  readonly cases: readonly Case[];
}

const questions = z
  .array(
    z.object({
      _id: z.string().min(1),
      question: z.string().min(1),
      answer: z.string(),
      supporting_facts: z.array(z.tuple([z.string(), z.number()])).min(1),
      context: z.array(z.tuple([z.string(), z.array(z.string())])),
    }),
  )
  .min(1);

/**
 * Reads a HotpotQA JSON file. The corpus is the pool of all questions' paragraphs, one passage a title (the first, where a
 * title comes again); a case expects the answer and the unique titles of its supporting facts.
 * @throws InputError when the file is no HotpotQA file, an id occurs twice, or a supporting title is in no paragraph.
 */
export async function loadHotpotQa(path: string): Promise<CorpusData> {
  const parsed = questions.safeParse(parseJson(await readText(path), path));
  if (!parsed.success)
    throw new InputError(
      `${path}: expected a HotpotQA file, a JSON array of { _id, question, answer, supporting_facts, context }, got ${schemaComplaint(parsed.error)}. Give the published JSON file.`,
    );
  const pool = new Map<string, Passage>();
  for (const { context } of parsed.data)
    for (const [title, sentences] of context)
      if (!pool.has(title)) pool.set(title, { title, text: sentences.join('').trim() });
  const seen = new Set<string>();
  const cases = parsed.data.map((item, index): Case => {
    const where = `${path}: question ${String(index + 1)}`;
    if (seen.has(item._id))
      throw new InputError(`${where}: expected an _id of its own, got \`${item._id}\` again. Remove the duplicate.`);
    seen.add(item._id);
    const evidence = [...new Set(item.supporting_facts.map(([title]) => title))];
    const lost = evidence.find((title) => !pool.has(title));
    if (lost !== undefined)
      throw new InputError(
        `${where} (\`${item._id}\`): expected a paragraph titled \`${lost}\` in some context, got none. The file is incomplete.`,
      );
    return { id: caseId(item._id), task: { question: item.question }, expected: { answer: item.answer, evidence } };
  });
  return { passages: [...pool.values()], cases };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new InputError(`${path}: expected JSON, got: ${detail}. Give the published JSON file, unchanged.`, { cause });
  }
}
