import type { z } from 'zod';
import type { Environment, LeakKnowledge, TaskFamily, TellingText, ToolFunction } from '../ports/family.js';
import type { CaseId } from '../task/ids.js';
import { InputError, ToolError } from '../task/error.js';
import type { Case } from '../task/case.js';
import type { Json } from '../task/json.js';
import type { Outcome } from '../task/outcome.js';
import { schemaComplaint } from '../task/schema-complaint.js';
import { shown } from '../task/shown.js';
import { checkNames } from './check-names.js';
import { harnessInterface } from './harness-interface.js';

/** One tool as a family declares it. `input` must be an object schema. */
export interface ToolDefinition {
  readonly description: string;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

export type ToolDefinitions = Readonly<Record<string, ToolDefinition>>;

/** The tools of one world: arguments as the input schema gives them, results as the output schema takes them. */
export type ToolsOf<T extends ToolDefinitions> = {
  readonly [K in keyof T]: (
    args: z.output<T[K]['input']>,
    signal: AbortSignal,
  ) => z.input<T[K]['output']> | Promise<z.input<T[K]['output']>>;
};

/** A case whose members have passed the family's schemas. */
export interface TypedCase<Task, Setup, Expected> {
  readonly id: CaseId;
  readonly task: Task;
  readonly setup?: Setup;
  readonly expected: Expected;
}

/** A world with typed tools, and what else the evaluator of this family wants to see of it. */
export interface TypedEnvironment<T extends ToolDefinitions> {
  readonly tools: ToolsOf<T>;
  close?(): Promise<void> | void;
}

export interface FamilyDefinition<
  Task extends z.ZodType,
  Answer extends z.ZodType,
  Tools extends ToolDefinitions,
  World extends TypedEnvironment<Tools>,
  Setup extends z.ZodType,
  Expected extends z.ZodType,
> {
  /** Lower case, digits and hyphens. */
  readonly name: string;
  readonly task: Task;
  readonly answer: Answer;
  /** What a case's `setup` must be; any JSON when left out. */
  readonly setup?: Setup;
  /** What a case's `expected` must be; any JSON when left out. */
  readonly expected?: Expected;
  readonly tools: Tools;
  /** Names of the scores; the first is the default success. */
  readonly scores: readonly [string, ...string[]];
  open(input: { readonly task: z.output<Task>; readonly setup?: z.output<Setup> }): Promise<World> | World;
  evaluate(
    item: TypedCase<z.output<Task>, z.output<Setup>, z.output<Expected>>,
    answer: z.output<Answer> | undefined,
    world: World,
  ): Promise<Outcome> | Outcome;
  readonly leaks?: {
    telling(item: TypedCase<z.output<Task>, z.output<Setup>, z.output<Expected>>): readonly TellingText[];
    frequency(text: string): number;
  };
  close?(): Promise<void>;
}

/**
 * Makes a task family from zod schemas and typed functions. Everything that comes in or goes out is checked here:
 * a harness's bad arguments are a `ToolError`; a case, a tool result or a score of a wrong shape is an `InputError`.
 * @throws InputError when a name cannot be used or a schema has no JSON Schema.
 * @example
 * const echo = defineFamily({
 *   name: 'echo',
 *   task: z.object({ text: z.string() }),
 *   answer: z.string(),
 *   tools: { shout: { description: 'Upper case.', input: z.object({ text: z.string() }), output: z.string() } },
 *   scores: ['exact'],
 *   open: () => ({ tools: { shout: ({ text }) => text.toUpperCase() } }),
 *   evaluate: ({ task }, answer) => ({ scores: { exact: answer === task.text ? 1 : 0 }, feedback: 'say it back' }),
 * });
 */
export function defineFamily<
  Task extends z.ZodType,
  Answer extends z.ZodType,
  const Tools extends ToolDefinitions,
  World extends TypedEnvironment<Tools> = TypedEnvironment<Tools>,
  Setup extends z.ZodType = z.ZodType<Json>,
  Expected extends z.ZodType = z.ZodType<Json>,
>(definition: FamilyDefinition<Task, Answer, Tools, World, Setup, Expected>): TaskFamily {
  const { name, scores, leaks } = definition;
  checkNames(name, Object.keys(definition.tools), scores);
  const worlds = new WeakMap<Environment, World>();

  const typedCase = (item: Case): TypedCase<z.output<Task>, z.output<Setup>, z.output<Expected>> => {
    const where = `Case \`${item.id}\` of family \`${name}\``;
    return {
      id: item.id,
      task: parse(definition.task, item.task, `${where}: task`),
      ...(item.setup === undefined ? {} : { setup: parse(definition.setup, item.setup, `${where}: setup`) }),
      expected: parse(definition.expected, item.expected, `${where}: expected`),
    };
  };

  const knowledge: LeakKnowledge | undefined = leaks && {
    telling: (item) => leaks.telling(typedCase(item)),
    frequency: (text) => leaks.frequency(text),
  };

  return {
    name,
    scores,
    interface: harnessInterface(definition),
    async open({ task, setup }) {
      const world = await definition.open({
        task: parse(definition.task, task, `Family \`${name}\`: task`),
        ...(setup === undefined ? {} : { setup: parse(definition.setup, setup, `Family \`${name}\`: setup`) }),
      });
      const environment: Environment = {
        tools: checkedTools(name, definition.tools, world.tools),
        close: async () => {
          await world.close?.();
        },
      };
      worlds.set(environment, world);
      return environment;
    },
    async evaluate(item, answer, environment) {
      const world = worlds.get(environment);
      if (!world) throw new InputError(`Family \`${name}\` can only evaluate in an environment that it opened itself.`);
      const typedAnswer =
        answer === undefined ? undefined : parse(definition.answer, answer, `Family \`${name}\`: answer`);
      return checkedOutcome(name, scores, item, await definition.evaluate(typedCase(item), typedAnswer, world));
    },
    ...(knowledge === undefined ? {} : { leaks: knowledge }),
    ...(definition.close === undefined ? {} : { close: () => definition.close?.() ?? Promise.resolve() }),
  };
}

function checkedTools<T extends ToolDefinitions>(
  family: string,
  definitions: T,
  tools: ToolsOf<T>,
): Readonly<Record<string, ToolFunction>> {
  const checked: Record<string, ToolFunction> = {};
  for (const [tool, definition] of Object.entries(definitions)) {
    const run = tools[tool];
    if (typeof run !== 'function')
      throw new InputError(
        `Family \`${family}\` declares the tool \`${tool}\`, but \`open\` returned no function of this name.`,
      );
    checked[tool] = async (args, signal) => {
      const input = definition.input.safeParse(args);
      if (!input.success) throw new ToolError(`${tool}: wrong arguments: ${schemaComplaint(input.error)}.`);
      // The input schema is the one whose output type this tool's parameter has.
      const result = await run(input.data as never, signal);
      // Written as JSON, so that what a harness gets is what a recording keeps.
      return parse(definition.output, result, `Family \`${family}\`: result of tool \`${tool}\``) as Json;
    };
  }
  return checked;
}

function checkedOutcome(family: string, scores: readonly string[], item: Case, outcome: Outcome): Outcome {
  // What user code gives back may be anything, whatever its type says.
  const given = outcome as Partial<Outcome> | undefined;
  if (typeof given?.scores !== 'object' || (given.scores as unknown) === null || typeof given.feedback !== 'string')
    throw new InputError(
      `Family \`${family}\`, case \`${item.id}\`: expected \`evaluate\` to give { scores, feedback }, got ${shown(outcome)}.`,
    );
  for (const score of scores) {
    const value = outcome.scores[score];
    if (value === undefined || !(value >= 0 && value <= 1))
      throw new InputError(
        `Family \`${family}\`, case \`${item.id}\`: expected \`evaluate\` to give the score \`${score}\` in [0, 1], got ${String(value)}.`,
      );
  }
  return outcome;
}

function parse<S extends z.ZodType>(schema: S | undefined, value: unknown, what: string): z.output<S> {
  // Without a schema the member is any JSON, which is then what S stands for.
  if (schema === undefined) return value as z.output<S>;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InputError(`${what} has a wrong shape: ${schemaComplaint(parsed.error)}.`);
}
