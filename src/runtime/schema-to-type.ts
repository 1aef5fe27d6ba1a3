import type { Json, JsonSchema } from '../task/json.js';

/** TypeScript names of a schema's references: `#/$defs/Node` → `TaskNode`. What is not named becomes `Json`. */
export type TypeNames = ReadonlyMap<string, string>;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

const isSchema = (value: Json | undefined): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** A doc comment, or nothing where there is no description. */
export function docComment(schema: JsonSchema, indent: string): string {
  const text = schema['description'];
  if (typeof text !== 'string' || text.trim() === '') return '';
  const lines = text.trim().replaceAll('*/', '*\\/').split(/\r?\n/);
  if (lines.length === 1) return `${indent}/** ${lines[0] ?? ''} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** The TypeScript type that a JSON Schema describes. `indent` is that of the line on which it begins. */
export function schemaToType(schema: Json | undefined, names: TypeNames, indent: string): string {
  if (!isSchema(schema)) return schema === false ? 'never' : 'Json';
  const reference = schema['$ref'];
  if (typeof reference === 'string') return names.get(reference) ?? 'Json';
  if ('const' in schema) return literal(schema['const']);
  if (isList(schema['enum'])) return union(schema['enum'].map(literal));
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (isList(choices)) return union(choices.map((choice) => schemaToType(choice, names, indent)));
  if (isList(schema['allOf'])) {
    return schema['allOf'].map((part) => grouped(schemaToType(part, names, indent))).join(' & ');
  }
  const { type } = schema;
  const types = isList(type) ? type : type === undefined ? inferredTypes(schema) : [type];
  const all = types.map((name) => typeOf(name, schema, names, indent));
  return union(schema['nullable'] === true ? [...all, 'null'] : all);
}

function inferredTypes(schema: JsonSchema): readonly string[] {
  if ('properties' in schema || 'additionalProperties' in schema) return ['object'];
  return 'items' in schema || 'prefixItems' in schema ? ['array'] : ['unknown'];
}

function typeOf(type: Json | undefined, schema: JsonSchema, names: TypeNames, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'null':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return arrayType(schema, names, indent);
    case 'object':
      return objectType(schema, names, indent);
    default:
      return 'Json';
  }
}

function arrayType(schema: JsonSchema, names: TypeNames, indent: string): string {
  const { items, prefixItems } = schema;
  if (!isList(prefixItems)) return `${grouped(schemaToType(items, names, indent))}[]`;
  const head = prefixItems.map((item) => schemaToType(item, names, indent));
  const open = items !== undefined && items !== false;
  return `[${[...head, ...(open ? [`...${grouped(schemaToType(items, names, indent))}[]`] : [])].join(', ')}]`;
}

function objectType(schema: JsonSchema, names: TypeNames, indent: string): string {
  const properties = isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  const required = isList(schema['required']) ? schema['required'] : [];
  const rest = schema['additionalProperties'];
  if (properties.length === 0) {
    if (rest === false) return 'Record<string, never>';
    return `{ [key: string]: ${isSchema(rest) ? schemaToType(rest, names, indent) : 'Json'} }`;
  }
  const inner = `${indent}  `;
  const members = properties.map(([key, member]) => {
    const doc = isSchema(member) ? docComment(member, inner) : '';
    const name = IDENTIFIER.test(key) ? key : JSON.stringify(key);
    return `${doc}${inner}${name}${required.includes(key) ? '' : '?'}: ${schemaToType(member, names, inner)};\n`;
  });
  const own = `{\n${members.join('')}${indent}}`;
  return isSchema(rest) ? `${own} & { [key: string]: ${schemaToType(rest, names, indent)} }` : own;
}

function literal(value: Json | undefined): string {
  return typeof value === 'object' && value !== null ? 'Json' : JSON.stringify(value);
}

const union = (types: readonly string[]): string => (types.length === 0 ? 'never' : [...new Set(types)].join(' | '));

/** In brackets where `[]` or `&` would take a part of a union only. */
const grouped = (type: string): string => (type.includes(' | ') || type.includes(' & ') ? `(${type})` : type);
