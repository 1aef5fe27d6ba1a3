import { s, type Answer, type Runtime, type Task } from 'espalier/runtime';
import { callsFor, lookUp, SEARCH, SHOWN_CHARS } from './calls.js';
import { type Found, keep } from './found.js';

/** Most calls of tools in one task. */
const MOST_STEPS = 3;

/** Most titles of an answer. */
const MOST_EVIDENCE = 5;

/**
 * The tool-calling baseline: a fixed loop in which the model names the next call. Each round it gets the question, the
 * titles found so far and the calls that can be made now, each described in words, and chooses one of them or `finish`;
 * at the end it chooses the evidence among the passages that it has seen.
 *
 * Kept from a usual tool-calling agent: one model call a step; what was found decides which calls come next; the model
 * says what is called, when to stop and what counts as evidence; a failed call is an observation. Left out: arguments
 * in free words (they are the question and names that were seen, so that a model which writes nothing can choose),
 * several calls at once, and a worded answer (`answer` stays empty).
 */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const found: Found = { passages: new Map(), asked: new Set() };
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const calls = callsFor(task.question, found);
    const [first, ...others] = Object.keys(calls);
    if (first === undefined) break;
    const chosen = await rt.llm.predict({
      instruction: 'Choose the call that may bring evidence which is still missing, or finish when none is missing.',
      input: { question: task.question, found: [...found.passages.keys()], calls },
      output: s.enum([first, ...others]),
    });
    if (chosen === 'finish') break;
    found.asked.add(chosen);
    await keep(found, chosen === SEARCH ? task.question : lookUp(chosen), rt);
  }
  return { answer: '', evidence: await evidenceFrom(task.question, found, rt) };
}

/** The titles that the model takes for evidence, at most five. */
async function evidenceFrom(question: string, found: Found, rt: Runtime): Promise<string[]> {
  const [first, ...others] = [...found.passages.keys()];
  if (first === undefined) return [];
  const count = Math.min(MOST_EVIDENCE, found.passages.size);
  if (count === found.passages.size) return [first, ...others];
  const passages = Object.fromEntries([...found.passages].map(([title, text]) => [title, text.slice(0, SHOWN_CHARS)]));
  return rt.llm.predict({
    instruction: 'Choose the passages that show the answer.',
    input: { question, passages },
    output: s.array(s.enum([first, ...others]), { minItems: count, maxItems: count }),
  });
}
