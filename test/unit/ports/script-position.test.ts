import { describe, expect, it } from 'vitest';
import { openScript } from '../../../src/ports/script-position.js';

/** The column (from 1) of `^` in the line below a text. */
const at = (marks: string): number => marks.indexOf('^') + 1;

describe('column', () => {
  it.each([
    ['a call of a name, at its bracket', 'x = find(1);', '        ^', '    ^'],
    ['a call of a name, at the name', 'x = find(1);', '    ^', '    ^'],
    ['a call of a member, at its bracket', 'rt.tools.find(1);', '             ^', '         ^'],
    ['a call of an imported name', 'y = (0, plan_1.plan)(x);', '                    ^', '               ^'],
    ['a construction, at its bracket', 'throw new Own(1);', '             ^', '      ^'],
    ['a construction, at `new`', 'throw new Own(1);', '      ^', '      ^'],
    ['a read, at its dot', 'return u.foo;', '        ^', '         ^'],
    ['a read, at its name', 'return u.foo;', '         ^', '         ^'],
    ['an optional read, at its question mark', 'return u?.foo;', '        ^', '          ^'],
    ['a place of neither kind', 'return [a, b];', '       ^', '       ^'],
  ])('%s', (_what, line, from, to) => {
    expect(openScript(`first\n${line}`).column(2, at(from))).toBe(at(to));
  });

  it('behind the end of the script stays where it is', () => {
    expect(openScript('a').column(9, 4)).toBe(4);
  });
});

describe('expression', () => {
  it.each([
    [
      'x = rt.tools.find(1);',
      '                 ^',
      { text: 'rt.tools.find', property: 'find', isMade: false, isCalled: true },
    ],
    ['x = new task.Own(1);', '    ^', { text: 'task.Own', property: 'Own', isMade: true, isCalled: true }],
    [
      'y = (0, plan_1.plan)(x);',
      '                    ^',
      { text: 'plan', property: 'plan', isMade: false, isCalled: true },
    ],
    ['this.#secret();', '            ^', { text: 'this.#secret', property: '#secret', isMade: false, isCalled: true }],
    ['list[0].go();', '          ^', undefined],
    ['make().go();', '         ^', undefined],
    ['[1, 2];', '^', undefined],
  ])('%s', (line, mark, expected) => {
    expect(openScript(line).expression(1, at(mark))).toEqual(expected);
  });
});
