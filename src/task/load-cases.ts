import { z } from 'zod';
import type { Case } from './case.js';
import { InputError } from './error.js';
import { caseId } from './ids.js';
import type { Json } from './json.js';
import { parseJsonl } from './jsonl.js';
import { schemaComplaint } from './schema-complaint.js';

/** What a family expects in the members of its cases; a member left out may be any JSON. */
export interface CaseShape {
  readonly task?: z.ZodType;
  readonly setup?: z.ZodType;
  readonly expected?: z.ZodType;
}

const anyJson: z.ZodType<Json> = z.json();
const line = z.strictObject({
  id: z.string().min(1),
  task: anyJson,
  setup: anyJson.optional(),
  expected: anyJson,
});

/**
 * Reads cases from JSONL text, one `{ id, task, setup?, expected }` a line. `file` is for messages only.
 * @throws InputError naming `file:line` for bad JSON, a wrong shape or an id that came before.
 */
export function loadCases(text: string, file: string, shape: CaseShape = {}): readonly Case[] {
  const firstLine = new Map<string, number>();
  return parseJsonl(text, file).map(({ line: number, value }) => {
    const where = `${file}:${String(number)}`;
    const parsed = line.safeParse(value);
    const lacking = ['id', 'task', 'expected'].filter((member) => !isRecord(value) || !(member in value));
    if (lacking.length > 0)
      throw new InputError(
        `${where}: expected a case { "id", "task", "setup"?, "expected" }, but ${lacking.map((member) => `"${member}"`).join(' and ')} ${lacking.length === 1 ? 'is' : 'are'} missing. Correct the line.`,
      );
    if (!parsed.success)
      throw new InputError(
        `${where}: expected a case { "id", "task", "setup"?, "expected" }, got ${schemaComplaint(parsed.error)}. Correct the line.`,
      );
    const { id, task, setup, expected } = parsed.data;
    const earlier = firstLine.get(id);
    if (earlier !== undefined)
      throw new InputError(
        `${where}: expected an id of its own, got \`${id}\`, the id of line ${String(earlier)}. Rename one.`,
      );
    firstLine.set(id, number);
    for (const member of ['task', 'setup', 'expected'] as const) {
      const checked = shape[member]?.safeParse(parsed.data[member]);
      if (checked?.success === false)
        throw new InputError(
          `${where}: \`${member}\` of case \`${id}\` has a wrong shape: ${schemaComplaint(checked.error)}. Correct the line.`,
        );
    }
    return { id: caseId(id), task, expected, ...(setup === undefined ? {} : { setup }) };
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
