import { describe, expect, it } from 'vitest';
import { evenNodes, evenPlaces } from '../../../src/sandbox/error-place.js';

const locate = (line: number, column: number): { file: string; line: number; column: number } | undefined =>
  line === 1 ? undefined : { file: 'main.ts', line, column };
/** Marks in a text: `^` stands before what is named, and is taken out. */
function marked(text: string): { readonly script: string; readonly column: number } {
  return { script: `prelude();\n${text.replace('^', '')}`, column: text.indexOf('^') + 1 };
}
const SPREAD = 'The value is not iterable';
const LENGTH = 'Invalid array length';
const DELETE = 'Cannot delete the property';

describe('the place of an error', () => {
  it.each([
    [SPREAD, 'Math.^max(...task.n);', 'Math.max(^...task.n);'],
    [SPREAD, 'Math.max(...task.^n);', 'Math.max(^...task.n);'],
    [SPREAD, '^new Set(1, ...a(b), 2);', 'new Set(1, ^...a(b), 2);'],
    [SPREAD, 'f(...a, ...(b ?? ^c), d);', 'f(...a, ^...(b ?? c), d);'],
    [SPREAD, "^f(')', ...a);", "f(')', ^...a);"],
    [SPREAD, 'const [x] = ^value;', 'const [x] = ^value;'],
    [SPREAD, 'f(...g(^h(1)));', 'f(...g(^h(1)));'],
    [LENGTH, 'a.b.length ^= -1;', 'a.b.^length = -1;'],
    [LENGTH, 'a.b.length = 2 ^- 5;', 'a.b.^length = 2 - 5;'],
    [LENGTH, "a['length'] = ^-1;", "a^['length'] = -1;"],
    [LENGTH, 'if (a.length === 0) ^new Array(-1);', 'if (a.length === 0) ^new Array(-1);'],
    [DELETE, 'f(delete o[^k]);', 'f(^delete o[k]);'],
    [DELETE, 'delete p.x; o.^pop();', 'delete p.x; o.^pop();'],
    [LENGTH, 'a.length = 1; new ^Array(-1);', 'a.length = 1; new ^Array(-1);'],
    ['x is not a function', 'Math.^max(...x);', 'Math.^max(...x);'],
  ])('%s: %s', (message, from, to) => {
    const { script, column } = marked(from);
    const [first, own, outer] = evenPlaces(
      message,
      [
        { line: 1, column: 1 },
        { line: 2, column },
        { line: 2, column: 1 },
      ],
      {
        script,
        locate,
      },
    );
    expect(own).toEqual({ line: 2, column: marked(to).column });
    expect([first, outer]).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
    ]);
  });

  it('is changed in error nodes and in no others', () => {
    const { script, column } = marked('f(...task.^n);');
    const node = { id: 1, parent: 0, name: 'TypeError', detail: SPREAD, site: `1:1 2:${String(column)} 2:1` } as const;
    const nodes = [
      { ...node, kind: 'error' },
      { ...node, kind: 'note' },
    ] as const;
    expect(evenNodes(nodes, { script, locate }).map(({ site }) => site)).toEqual(['1:1 2:3 2:1', node.site]);
  });
});
