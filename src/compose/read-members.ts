import { z } from 'zod';
import { InputError } from '../task/error.js';
import type { Splits } from '../task/case.js';
import type { TaskFamily } from '../ports/family.js';
import type { TaskFiles } from './config.js';

const isFunction = z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function');

const FamilySchema = z.looseObject({
  name: z.string().min(1),
  interface: z.looseObject({ dts: z.string(), schemas: z.looseObject({}), hash: z.string() }),
  scores: z.array(z.string()).min(1),
  open: isFunction,
  evaluate: isFunction,
});

const CasesSchema = z.array(z.looseObject({ id: z.string().min(1) }));
const count = z.int().min(1);

const TasksSchema = z.union([
  z.strictObject({ train: z.string(), gate: z.string(), test: z.string() }),
  z.strictObject({
    file: z.string(),
    sizes: z.strictObject({ train: count, gate: count, test: count }),
    splitSeed: z.int(),
  }),
  z.looseObject({ train: CasesSchema, gate: CasesSchema, test: CasesSchema }),
]);

/** What `family` of the config gave. @throws InputError when it is no task family. */
export function checkedFamily(family: TaskFamily): TaskFamily {
  const read = FamilySchema.safeParse(family);
  if (read.success) return family;
  throw new InputError(
    `Expected \`family\` of the config to be a task family (corpus({...}) or defineFamily({...})):\n${z.prettifyError(read.error)}`,
  );
}

/** What `tasks` of the config gave. @throws InputError when it is neither files nor cases. */
export function checkedTasks(tasks: Splits | TaskFiles): Splits | TaskFiles {
  if (TasksSchema.safeParse(tasks).success) return tasks;
  throw new InputError(
    'Expected `tasks` of the config to be { train, gate, test }, each a JSONL file or a list of cases, or { file, sizes: { train, gate, test }, splitSeed }; ' +
      `got ${shape(tasks)}.`,
  );
}

/** Member names and kinds, not contents: those may be long. */
function shape(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${kind(member)}`);
  return `{ ${members.join(', ')} }`;
}

const kind = (value: unknown): string => (Array.isArray(value) ? `${String(value.length)} items` : typeof value);
