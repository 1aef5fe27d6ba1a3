import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, preview, previewArguments } from '../../../src/trace/preview.js';

class Plan {
  steps = 2;
  get next(): never {
    throw new Error('a getter was called');
  }
}

describe('preview', () => {
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const cyclic: { self?: unknown; n: number } = { n: 1 };
  cyclic.self = cyclic;
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const getters = Object.defineProperty({ a: 1 }, 'b', {
    get: () => expect.fail('a getter was called'),
    enumerable: true,
  });
  const trap = new Proxy({}, { ownKeys: () => { throw new Error('trap') } }); // prettier-ignore

  const kinds: readonly (readonly [unknown, string])[] = [
    ['a "word"', '"a \\"word\\""'],
    [-0, '-0'],
    [12n, '12n'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Symbol('s'), 'Symbol(s)'],
    [[1, [2, { a: 'x' }]], '[1, [2, { a: "x" }]]'],
    [{}, '{}'],
    [numbers, 'list(len=100, [:5]=[0, 1, 2, 3, 4], [-5:]=[95, 96, 97, 98, 99])'],
    [new Array<number>(3), '[<empty>, <empty>, <empty>]'],
    [() => 1, 'function <anonymous>'],
    [numbers.map, 'function map'],
    [Plan, 'function Plan'],
    [new Plan(), 'Plan { steps: 2 }'],
    [Promise.resolve(1), 'Promise'],
    [new RangeError('too far'), 'RangeError: too far'],
    [new Map([['a', { b: 1 }]]), 'Map(1) [["a", { b: 1 }]]'],
    [new Set([1, 2]), 'Set(2) [1, 2]'],
    [new Date(0), 'Date(1970-01-01T00:00:00.000Z)'],
    [/x+/g, '/x+/g'],
    [new Uint8Array(4), 'Uint8Array(4 bytes)'],
    [cyclic, '{ n: 1, self: <cycle> }'],
    [getters, '{ a: 1, b: <getter> }'],
    [trap, '<unreadable>'],
    [revoked.proxy, '<unreadable>'],
    [Object.create(null), '{}'],
    [{ [Symbol.toStringTag]: 'Runtime', llm: {} }, 'Runtime'],
  ];

  it('shows each kind of value, and calls none of its getters', () => {
    for (const [value, shown] of kinds) expect(preview(value, 120)).toBe(shown);
  });

  it('shows head and tail of what is too long', () => {
    expect(preview('a'.repeat(500) + 'z'.repeat(500), 30)).toMatch(/^"a{10,} … z{5,}"$/);
    const passages = Array.from({ length: 40 }, (_, index) => ({
      title: `Title ${String(index)}`,
      text: 'word '.repeat(90),
    }));
    const shown = preview(passages, 240);
    expect(shown).toMatch(/^list\(len=40, \[:\d\]=\[\{ title: "Title 0/);
    expect(shown).toContain('[-');
    const wide = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${String(index)}`, index]));
    expect(preview(wide, 60)).toMatch(/^\{ key0: 0, key1: 1, .*… \+\d+ \}$/);
  });

  it('is never longer than its limit, whatever the value', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withSparseArray: true }),
        fc.integer({ min: 0, max: 200 }),
        (value, limit) => {
          expect(preview(value, limit).length).toBeLessThanOrEqual(limit);
          expect(previewArguments([value, value], limit).length).toBeLessThanOrEqual(limit);
        },
      ),
      { seed: 20_261_130, numRuns: 500 },
    );
  });

  it('cuts a text around its middle', () => {
    expect(cut('abcdefghijklmnop', 12)).toBe('abcdef … nop');
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abcdef', 0)).toBe('');
  });
});
