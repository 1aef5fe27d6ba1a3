import type { Answer, Runtime, Task } from 'espalier/runtime';

/**
 * Answers `task.question` with the pages of the handbook, at most three, that are needed to answer it.
 *
 * This seed has no strategy. What there is to work with: `rt.tools.find({ query, k })` gives at most k pages;
 * `rt.llm.predict(…)` asks the model, where one is configured; `rt.note(…)` writes into the trace.
 */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  return { pages: [] };
}
