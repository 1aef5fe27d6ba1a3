import { describe, expect, it } from 'vitest';
import { openScript } from '../../../src/ports/script-position.js';
import { namedError, namedNodes } from '../../../src/sandbox/named-error.js';
import { NOT_A_FUNCTION } from '../../../src/trace/native-error.js';

const SCRIPT =
  'rt.tools.find(1);\nnew task.Own();\nreturn u.foo;\nx();\ntask instanceof C;\n(0, plan_js_1.plan)(u?.go?.(1), tag`x`);';
const source = {
  text: openScript(SCRIPT),
  locate: (line: number, column: number) => (line === 4 ? undefined : { file: 'main.ts', line, column }),
};
const place = (line: number, column: number): { line: number; column: number } => ({ line, column });

describe('namedError', () => {
  it.each([
    [NOT_A_FUNCTION, [place(1, 14)], 'rt.tools.find is not a function'],
    [NOT_A_FUNCTION, [place(1, 14), place(3, 9)], 'rt.tools.find is not a function'],
    [NOT_A_FUNCTION, [place(6, 15)], 'plan is not a function'],
    [NOT_A_FUNCTION, [place(6, 24)], 'u?.go is not a function'],
    [NOT_A_FUNCTION, [place(6, 34)], 'tag is not a function'],
    // Thrown in code that is not the harness's, or by the language itself at what is no call: nothing is named.
    [NOT_A_FUNCTION, [place(4, 2), place(1, 14)], NOT_A_FUNCTION],
    [NOT_A_FUNCTION, [place(5, 1)], NOT_A_FUNCTION],
    ['Cannot read properties of undefined', [place(4, 2), place(3, 9)], 'Cannot read properties of undefined'],
    [NOT_A_FUNCTION, [place(2, 1)], 'task.Own is not a constructor'],
    [NOT_A_FUNCTION, [], NOT_A_FUNCTION],
    [NOT_A_FUNCTION, [place(4, 2)], NOT_A_FUNCTION],
    ['Cannot read properties of undefined', [place(3, 9)], "Cannot read properties of undefined (reading 'foo')"],
    ['Cannot set properties of null', [place(3, 9)], "Cannot set properties of null (setting 'foo')"],
    ['x is not a function', [place(1, 14)], 'x is not a function'],
  ])('%s at %j', (message, places, expected) => {
    expect(namedError(message, places, source)).toBe(expected);
  });

  it('names error nodes and no others', () => {
    const node = { id: 1, parent: 0, name: 'TypeError', detail: NOT_A_FUNCTION, site: '1:14' } as const;
    expect(
      namedNodes(
        [
          { ...node, kind: 'error' },
          { ...node, kind: 'note' },
        ],
        source,
      ).map(({ detail }) => detail),
    ).toEqual(['rt.tools.find is not a function', NOT_A_FUNCTION]);
  });
});
