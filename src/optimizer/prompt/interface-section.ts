import type { HarnessInterface } from '../../ports/interface.js';
import type { Json, JsonSchema } from '../../task/json.js';
import { fenced } from './fenced.js';

/** The runtime module's declarations, and the family's words on its tools and its answer. */
export function interfaceSection(iface: HarnessInterface): string {
  const tools = Object.entries(iface.schemas.tools).map(([name, tool]) =>
    [
      `- \`rt.tools.${name}\`: ${tool.description}`,
      ...memberLines(tool.input),
      ...memberLines(tool.output, 'result '),
    ].join('\n'),
  );
  return [
    '## The interface: module `espalier/runtime`',
    fenced(iface.dts, 'ts'),
    '### Tools',
    'A tool throws `ToolError` when it cannot serve its arguments: catch it and go on.',
    tools.length === 0 ? 'This family has no tools.' : tools.join('\n'),
    ...section('### The task', iface.schemas.task),
    ...section('### The answer', iface.schemas.answer),
  ].join('\n\n');
}

function section(title: string, schema: JsonSchema): readonly string[] {
  const lines = memberLines(schema);
  return lines.length === 0 ? [] : [title, lines.join('\n')];
}

/** One line for each member that the schema describes, members of list items included. */
function memberLines(schema: Json | undefined, prefix = ''): readonly string[] {
  if (!isRecord(schema)) return [];
  if (isRecord(schema['items'])) return memberLines(schema['items'], prefix);
  const properties = schema['properties'];
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]) => {
    const description = isRecord(member) ? member['description'] : undefined;
    return typeof description === 'string' ? [`  - ${prefix}\`${name}\`: ${description}`] : [];
  });
}

const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
