import type { Answer, Runtime, Task } from 'espalier/runtime';

/** The question-only baseline: one search with the question as it stands; its five titles are the evidence. */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const hits = await rt.tools.search({ query: task.question, k: 5 });
  return { answer: '', evidence: hits.map((hit) => hit.title) };
}
