import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadCases, type Splits } from 'espalier';

/**
 * The tasks: train to learn from, gate to promote by, test to report. Here one JSON object a line, { "id", "task",
 * "expected" }; put in whatever reads yours: `caseId` (from 'espalier') makes an id of a text. An id is in one split only.
 */
export async function readTasks(): Promise<Splits> {
  const read = async (split: string) => {
    const file = path.join(import.meta.dirname, 'tasks', `${split}.jsonl`);
    return loadCases(await readFile(file, 'utf8'), file);
  };
  return { train: await read('train'), gate: await read('gate'), test: await read('test') };
}
