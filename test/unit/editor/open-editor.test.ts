import { describe, expect, it } from 'vitest';
import { add, check, declare, editor, FILES, replace } from './small-harness.js';

describe('the editor', () => {
  it('takes an optimizer reply from text to a linked version', () => {
    const reply = `I shortened the query.\n\n\`\`\`json\n${JSON.stringify({
      version: 1,
      rationale: 'shorter queries find more',
      edits: [replace('text.ts#shorten', 'export const shorten = (text: string): string => text.slice(0, 40);')],
    })}\n\`\`\``;
    const parsed = editor.parse(reply);
    if (parsed.kind === 'refused') throw new Error(parsed.reasons[0].message);
    const result = editor.check(FILES, parsed.editSet, {
      surface: ['main.ts#main', 'text.ts#shorten']
        .map((text) => editor.functions(FILES).find(({ id }) => id === text)?.id)
        .filter((id) => id !== undefined),
      budget: 1,
      leaks: { telling: [], common: () => false },
    });
    if (result.kind === 'refused') throw new Error(result.reasons[0].message);
    expect(result.changed).toEqual(['text.ts#shorten']);
    expect(editor.link(result.files).version).toBe(result.version);
    expect(editor.functionChars).toBeGreaterThan(0);
    expect(editor.declarations(FILES).map(({ file }) => file)).toContain('text.ts');
  });

  it('checks alike, whatever it checked before', () => {
    const edits = [add('function one(): number {\n  return ONE;\n}'), declare('const ONE = 1;')];
    const first = check(edits);
    check([{ op: 'file', path: 'x.ts', code: 'export const x: string = 1;' }]);
    check([replace('text.ts#shorten', 'export const shorten = (text: number): string => text;')]);
    expect(check(edits)).toEqual(first);
  });
});
