import { describe, expect, it } from 'vitest';
import { EDIT_SET_JSON_SCHEMA } from '../../../src/editor/edit-schema.js';
import { parseReply } from '../../../src/editor/parse-reply.js';

const editSet = {
  version: 1,
  rationale: 'the query is too long',
  edits: [{ op: 'replace', function: 'main.ts#main', code: 'function main() {\n  return { a: "}" };\n}' }],
};
const json = JSON.stringify(editSet, null, 2);

describe('parse reads an edit set', () => {
  it.each([
    ['bare', json],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['in a fence that never closes', `\`\`\`json\n${json}`],
    ['with prose around it', `Here it is, with {braces} in prose:\n\n${json}\n\nThat's all {really}.`],
    ['with CRLF', json.replaceAll('\n', '\r\n')],
    ['with a BOM', `\uFEFF${json}`],
  ])('%s', (_name, reply) => {
    expect(parseReply(reply)).toEqual({ kind: 'edit-set', editSet });
  });
});

const changed = (edit: unknown): string => JSON.stringify({ ...editSet, edits: [edit] });

describe('parse refuses', () => {
  it.each([
    ['no JSON', 'I cannot do that.', undefined, /no JSON object/],
    ['an empty reply', '', undefined, /no JSON object/],
    ['two objects', `${json}\n${json}`, undefined, /2 JSON objects/],
    ['a reply cut in a string', json.slice(0, -20), undefined, /cut off/],
    ['a reply cut after an edit', json.slice(0, -4), undefined, /cut off/],
    ['a fenced reply cut at its first brace', '```json\n{', undefined, /cut off/],
    ['raw newlines in strings', json.replaceAll('\\n', '\n'), undefined, /does not parse/],
    ['another version', JSON.stringify({ ...editSet, version: 2 }), 'version', /1/],
    ['an unknown member', JSON.stringify({ ...editSet, note: 'x' }), 'reply', /note/],
    ['an unknown member of an edit', changed({ ...editSet.edits[0], why: 'x' }), 'edits[0]', /why/],
    ['an unknown operation', changed({ op: 'rename', file: 'main.ts', code: 'x' }), 'edits[0].op', /./],
    ['a missing member', changed({ op: 'add', file: 'main.ts' }), 'edits[0].code', /./],
    ['a function without file', changed({ op: 'remove', function: 'main' }), 'edits[0].function', /file#name/],
    ['no edits', JSON.stringify({ ...editSet, edits: [] }), 'edits', /./],
  ])('%s', (_name, reply, at, message) => {
    const result = parseReply(reply);
    if (result.kind !== 'refused') throw new Error('expected a refusal');
    expect(result.reasons[0].rule).toBe('parse');
    expect(result.reasons[0].at).toBe(at);
    expect(result.reasons[0].message).toMatch(message);
  });

  it.each([
    '/etc/x.ts',
    '../x.ts',
    'a/../x.ts',
    'x.js',
    'x.d.ts',
    'X.ts',
    'a b.ts',
    './x.ts',
    'a//b.ts',
    '.ts',
    'a\\b.ts',
  ])('the path %s', (path) => {
    const result = parseReply(changed({ op: 'file', path, code: 'export type X = 1;' }));
    expect(result).toMatchObject({ kind: 'refused', reasons: [{ rule: 'parse', at: 'edits[0].path' }] });
  });

  it('a reply that is cut anywhere inside its object', () => {
    for (let length = json.indexOf('{') + 1; length < json.length; length += 1) {
      expect(parseReply(json.slice(0, length)).kind).toBe('refused');
    }
  });
});

describe('the JSON Schema', () => {
  it('is strict and names every operation', () => {
    expect(EDIT_SET_JSON_SCHEMA).toMatchObject({ type: 'object', additionalProperties: false });
    const text = JSON.stringify(EDIT_SET_JSON_SCHEMA);
    for (const op of ['replace', 'add', 'remove', 'declare', 'file']) expect(text).toContain(`"${op}"`);
  });
});
