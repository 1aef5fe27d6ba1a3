import type { Case } from '../../task/case.js';
import { InputError } from '../../task/error.js';
import { parseJsonl } from '../../task/jsonl.js';
import { loadCases } from '../../task/load-cases.js';
import { schemaComplaint } from '../../task/schema-complaint.js';
import { readText } from '../read-file.js';
import { expectedSchema, taskSchema } from './corpus-schemas.js';
import { type Passage, passageSchema } from './passage.js';

/**
 * Reads a corpus from a JSONL file, one `{ title, text }` a line.
 * @throws InputError naming `file:line` for bad JSON, a wrong shape or a title that came before.
 */
export async function loadPassages(path: string): Promise<readonly Passage[]> {
  const firstLine = new Map<string, number>();
  return parseJsonl(await readText(path), path).map(({ line, value }) => {
    const where = `${path}:${String(line)}`;
    const parsed = passageSchema.safeParse(value);
    if (!parsed.success)
      throw new InputError(
        `${where}: expected a passage { "title", "text" }, got ${schemaComplaint(parsed.error)}. Correct the line.`,
      );
    const earlier = firstLine.get(parsed.data.title);
    if (earlier !== undefined)
      throw new InputError(
        `${where}: expected a title of its own, got \`${parsed.data.title}\`, the title of line ${String(earlier)}. Merge or rename one.`,
      );
    firstLine.set(parsed.data.title, line);
    return parsed.data;
  });
}

/**
 * Reads corpus cases from a JSONL file, one `{ id, task: { question }, expected: { answer, evidence }, setup? }` a line.
 * @throws InputError naming `file:line` for whatever is wrong.
 */
export async function loadCorpusCases(path: string): Promise<readonly Case[]> {
  return loadCases(await readText(path), path, { task: taskSchema, expected: expectedSchema });
}
