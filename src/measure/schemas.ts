import { z } from 'zod';
import type { JsonSchema } from '../task/json.js';
import type { HarnessInterface } from '../ports/interface.js';

/** What a tool takes and gives. */
export interface ToolValidators {
  readonly args: z.ZodType;
  readonly result: z.ZodType;
}

/** Validators of one family's interface, compiled once. */
export interface InterfaceValidators {
  readonly task: z.ZodType;
  readonly answer: z.ZodType;
  readonly tools: ReadonlyMap<string, ToolValidators>;
}

/** A zod validator of a JSON Schema. @throws when the schema is not one that zod can read. */
export function validatorOf(schema: JsonSchema): z.ZodType {
  return z.fromJSONSchema(schema);
}

/** Compiles the schemas of an interface. */
export function interfaceValidators(iface: HarnessInterface): InterfaceValidators {
  const tools = Object.entries(iface.schemas.tools).map(
    ([name, tool]) => [name, { args: validatorOf(tool.input), result: validatorOf(tool.output) }] as const,
  );
  return { task: validatorOf(iface.schemas.task), answer: validatorOf(iface.schemas.answer), tools: new Map(tools) };
}
