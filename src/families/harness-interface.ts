import { z } from 'zod';
import type { HarnessInterface, InterfaceSchemas, ToolSchema } from '../ports/interface.js';
import { renderDts } from '../runtime/render-dts.js';
import { InputError } from '../task/error.js';
import { hashOf } from '../task/hash.js';
import type { JsonSchema } from '../task/json.js';

/** What the interface is made from. */
interface Declared {
  readonly name: string;
  readonly task: z.ZodType;
  readonly answer: z.ZodType;
  readonly tools: Readonly<
    Record<string, { readonly description: string; readonly input: z.ZodType; readonly output: z.ZodType }>
  >;
}

/**
 * The interface that harness code of this family is type-checked against. What a harness writes (answers, arguments)
 * and the task, which crosses as it stands in the file, are shown as the schemas' inputs; tool results as outputs.
 * @throws InputError when a schema has no JSON Schema (dates, functions, transforms), or a tool's input is no object.
 */
export function harnessInterface(declared: Declared): HarnessInterface {
  const where = `Family \`${declared.name}\``;
  const tools: Record<string, ToolSchema> = {};
  for (const [tool, { description, input, output }] of Object.entries(declared.tools)) {
    const inputSchema = jsonSchema(input, 'input', `${where}: input of tool \`${tool}\``);
    if (inputSchema['type'] !== 'object')
      throw new InputError(
        `${where}: expected an object schema as input of tool \`${tool}\`, because tools take named arguments.`,
      );
    tools[tool] = {
      description,
      input: inputSchema,
      output: jsonSchema(output, 'output', `${where}: output of tool \`${tool}\``),
    };
  }
  const schemas: InterfaceSchemas = {
    task: jsonSchema(declared.task, 'input', `${where}: task`),
    answer: jsonSchema(declared.answer, 'input', `${where}: answer`),
    tools,
  };
  const dts = renderDts(schemas);
  return { dts, schemas, hash: hashOf({ dts, schemas }) };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output', what: string): JsonSchema {
  try {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
    // zod writes plain JSON here; the round trip drops what is not.
    return JSON.parse(JSON.stringify(rest)) as JsonSchema;
  } catch (cause) {
    throw new InputError(
      `${what} cannot cross as JSON. Use plain zod types: strings, numbers, booleans, arrays, objects, unions, literals.`,
      {
        cause,
      },
    );
  }
}
