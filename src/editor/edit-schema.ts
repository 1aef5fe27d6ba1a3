import { z } from 'zod';
import type { Edit, EditSet } from '../ports/edit-set.js';
import { asFunctionId } from '../task/ids.js';
import type { JsonSchema } from '../task/json.js';

const NEW_FILE_PATH = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.ts$/;

/** Whether a new file may have this path: lower-case kebab segments, `.ts`, relative to the harness's root. */
export const isNewFilePath = (path: string): boolean => NEW_FILE_PATH.test(path);

const functionIdText = z
  .string()
  .regex(/^[^#]+#.+$/, 'write `file#name`, as in `main.ts#main` or `plan.ts#Plan.next`')
  .describe('`file#name` of an existing function, as in `main.ts#main` or `plan.ts#Plan.next`');
const code = z.string().min(1).max(100_000).describe('TypeScript source');
const file = z.string().min(1).max(200).describe('an existing file, as in `main.ts`');

const edit = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('replace'), function: functionIdText, code }),
  z.strictObject({ op: z.literal('add'), file, code }),
  z.strictObject({ op: z.literal('remove'), function: functionIdText }),
  z.strictObject({ op: z.literal('declare'), file, code }),
  z.strictObject({
    op: z.literal('file'),
    path: z
      .string()
      .max(200)
      .regex(
        NEW_FILE_PATH,
        'write a relative path of lower-case letters, digits and hyphens that ends in `.ts`, as in `hops/second.ts`',
      ),
    code,
  }),
]);

/** Reads an edit set, version 1. Strict: unknown members are refused. */
const editSetSchema = z.strictObject({
  version: z.literal(1),
  rationale: z.string().min(1).max(8_000),
  edits: z.array(edit).min(1).max(100),
});

/** The JSON Schema (draft 2020-12) of an edit set, for optimizers that can be asked for structured output. */
// zod types the schema as its own interface; it is plain JSON.
export const EDIT_SET_JSON_SCHEMA: JsonSchema = z.toJSONSchema(editSetSchema) as unknown as JsonSchema;

/** Reads an edit set from parsed JSON; on failure one `path` and message per problem. */
export function readEditSet(
  value: unknown,
):
  | { readonly ok: true; readonly editSet: EditSet }
  | { readonly ok: false; readonly problems: readonly { readonly path: string; readonly message: string }[] } {
  const read = editSetSchema.safeParse(value);
  if (!read.success) {
    return {
      ok: false,
      problems: read.error.issues.map((issue) => ({ path: pathText(issue.path), message: issue.message })),
    };
  }
  const edits = read.data.edits.map((item): Edit =>
    item.op === 'replace' || item.op === 'remove' ? { ...item, function: asFunctionId(item.function) } : item,
  );
  return { ok: true, editSet: { version: 1, rationale: read.data.rationale, edits } };
}

function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path)
    text += typeof part === 'number' ? `[${String(part)}]` : `${text === '' ? '' : '.'}${String(part)}`;
  return text === '' ? 'reply' : text;
}
