import type { Answer, Runtime, Task } from 'espalier/runtime';

/**
 * Answers `task.question` from a fixed collection of passages: `answer` is short, `evidence` holds the titles, at most
 * five, of the passages that show it.
 *
 * This seed has no strategy. What there is to work with: `rt.tools.search({ query, k })` gives at most k (1 to 10)
 * passages by BM25; `rt.tools.open({ title })` gives one passage by its title; both throw when the input is no good.
 * `rt.llm.predict(…)` and `rt.llm.chat(…)` ask the model, where one is configured; `rt.note(…)` writes into the trace.
 */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  return { answer: '', evidence: [] };
}
