import type { HarnessInterface } from '../../ports/interface.js';
import type { Json } from '../../task/json.js';
import { fenced } from './fenced.js';

/** The runtime module's declarations, and what the family says of its tools, task and answer beyond the comments in them. */
export function interfaceSection(iface: HarnessInterface): string {
  const { dts, schemas } = iface;
  const unsaid = (lines: readonly Described[]): readonly string[] =>
    lines.filter((one) => !dts.includes(one.description)).map((one) => `- ${one.name}: ${one.description}`);
  const tools = Object.entries(schemas.tools).flatMap(([name, tool]) => [
    { name: `\`rt.tools.${name}\``, description: tool.description },
    ...describedMembers(tool.input, `\`rt.tools.${name}\`, argument `),
    ...describedMembers(tool.output, `\`rt.tools.${name}\`, result `),
  ]);
  const notes = unsaid([
    ...tools,
    ...describedMembers(schemas.task, 'Task, '),
    ...describedMembers(schemas.answer, 'Answer, '),
  ]);
  return [
    '## The interface: module `espalier/runtime`',
    fenced(dts, 'ts'),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
    'A tool throws `ToolError` when it cannot serve its arguments: an observation to catch and act on.',
  ].join('\n\n');
}

interface Described {
  readonly name: string;
  readonly description: string;
}

/** The members that a schema describes, members of list items included. */
function describedMembers(schema: Json | undefined, prefix: string): readonly Described[] {
  if (!isRecord(schema)) return [];
  if (isRecord(schema['items'])) return describedMembers(schema['items'], prefix);
  const properties = schema['properties'];
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]) => {
    const description = isRecord(member) ? member['description'] : undefined;
    return typeof description === 'string' ? [{ name: `${prefix}\`${name}\``, description }] : [];
  });
}

const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
