import type { Json, JsonSchema } from '../task/json.js';
import { BASE_DTS } from './dts-base.js';
import { docComment, schemaToType } from './schema-to-type.js';

/** What a family's declarations are made from; `InterfaceSchemas` of the ports has this form. */
export interface DtsSchemas {
  readonly task: JsonSchema;
  readonly answer: JsonSchema;
  readonly tools: Readonly<
    Record<string, { readonly description: string; readonly input: JsonSchema; readonly output: JsonSchema }>
  >;
}

const INDENT = '  ';

/** Declarations of the module `espalier/runtime` for one family: all that harness code is type-checked against. */
export function renderDts(schemas: DtsSchemas): string {
  const declared: string[] = [];
  const members: string[] = [];
  for (const [name, tool] of Object.entries(schemas.tools)) {
    const base = pascal(name);
    const input = typeOf(tool.input, `${base}Args`, declared);
    const output = typeOf(tool.output, `${base}Output`, declared);
    const required = tool.input['required'];
    const optional = Array.isArray(required) && required.length > 0 ? '' : '?';
    const doc = docComment({ description: tool.description }, `${INDENT}  `);
    members.push(
      `${doc}${INDENT}  readonly ${JSON.stringify(name)}: (args${optional}: ${input}) => Promise<${output}>;\n`,
    );
  }
  const task = declare('Task', schemas.task);
  const answer = declare('Answer', schemas.answer);
  const tools = `${INDENT}/** The tools, by name. A call throws \`ToolError\` when it fails. */\n${INDENT}export interface Tools {\n${members.join('')}${INDENT}}\n`;
  return `declare module 'espalier/runtime' {\n${[BASE_DTS, task, answer, ...declared, tools].join('\n')}}\n`;
}

/** A type in place, or the name of a declared one where the schema refers to itself. */
function typeOf(schema: JsonSchema, name: string, declared: string[]): string {
  if (!JSON.stringify(schema).includes('"$ref"')) return schemaToType(schema, new Map(), `${INDENT}  `);
  declared.push(declare(name, schema));
  return name;
}

function declare(name: string, schema: JsonSchema): string {
  const names = new Map([['#', name]]);
  const definitions: [string, Json][] = [];
  for (const key of ['$defs', 'definitions']) {
    const found = schema[key];
    if (typeof found !== 'object' || found === null || Array.isArray(found)) continue;
    for (const [part, definition] of Object.entries(found as JsonSchema)) {
      // An object by the line above; the type guard of arrays loses the readonly one.
      const defined = unused(name + pascal(part), names);
      names.set(`#/${key}/${part}`, defined);
      definitions.push([defined, definition]);
    }
  }
  const all: readonly (readonly [string, Json])[] = [[name, schema], ...definitions];
  return all
    .map(([type, of]) => {
      const doc =
        typeof of === 'object' && of !== null && !Array.isArray(of) ? docComment(of as JsonSchema, INDENT) : '';
      return `${doc}${INDENT}export type ${type} = ${schemaToType(of, names, INDENT)};\n`;
    })
    .join('');
}

function unused(name: string, names: ReadonlyMap<string, string>): string {
  const taken = new Set(names.values());
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}${String(count)}`;
  return free;
}

/** `find-text` → `FindText`. */
function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
