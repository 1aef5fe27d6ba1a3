import { describe, expect, it } from 'vitest';
import { reassignments } from '../../../src/editor/reassignments.js';
import { parseSource } from '../../../src/editor/locate-functions.js';

const HEAD = `import { helper } from './helper.js';
import * as all from './all.js';
function secret(): string { return ''; }
const arrow = (): string => '';
class Box { label = ''; other(): string { return ''; } set(): void { BODY } }
export async function main(): Promise<void> { BODY2 }
`;

const inMain = (body: string): readonly string[] =>
  reassignments(parseSource('main.ts', HEAD.replace('BODY2', body).replace('BODY', ''))).map((one) => one.message);
const inMember = (body: string): readonly string[] =>
  reassignments(parseSource('main.ts', HEAD.replace('BODY2', '').replace('BODY', body))).map((one) => one.message);

describe('reassignments', () => {
  it.each([
    '(secret as any) = () => "x";',
    'secret = (() => "x") as any;',
    '(secret as any).count = 1;',
    '(arrow as unknown as { a: number }).a += 1;',
    '(helper as any).x = 1;',
    '(all as any).x = 1;',
    'Object.assign(Box, { other: 1 });',
    '(JSON as any).parse = () => 1;',
    '(String as any)["raw"] = 1;',
    'delete (Math as any).max;',
    '(Box as any).n++;',
    '{ const other = 1; } (secret as any).x = 1;',
    'const c = 1; (c as any) = 2;',
    'const c = 1; ((c) as number)++;',
    'const c = 1; (<any>c) += 2;',
  ])('finds %s', (body) => {
    expect(inMain(body)).toHaveLength(1);
  });

  it('finds a method that a member puts in place of another', () => {
    expect(inMember('(this as any).other = () => "x";')).toHaveLength(1);
    expect(inMember('this.label = "x";')).toEqual([]);
  });

  it.each([
    'let n = 0; n += 1;',
    'const box = { a: 1 }; box.a = 2;',
    'const box = { a: 1 }; (box as { b?: number }).b = 2; delete (box as any).a;',
    'const box = {}; Object.assign(box as object, { a: 1 });',
    'const secret = { a: 1 }; secret.a = 2;',
    'for (const helper of [{ a: 1 }]) helper.a = 2;',
    '[1].forEach((arrow) => { let x = arrow; x = 2; });',
    'const found = new Map<string, number>(); found.set("a", 1);',
    'const merged = Object.assign({}, { a: 1 });',
    'try { secret(); } catch (Box) { (Box as { a: number }).a = 1; }',
  ])('lets pass %s', (body) => {
    expect(inMain(body)).toEqual([]);
  });
});
