import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from '../../../src/runtime/json-fault.js';

const SEED = { seed: 20_261_201, numRuns: 500 };

describe('jsonFault', () => {
  it('finds none in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
        expect(jsonFault(JSON.stringify(value, undefined, space))).toBe(-1);
      }),
      SEED,
    );
  });

  it('agrees with JSON.parse on whether a damaged text is JSON', () => {
    const parses = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', '\\', '0', '.', 'e', '\n'),
        (value, at, put) => {
          const text = JSON.stringify(value);
          const index = at % (text.length + 1);
          const damaged = text.slice(0, index) + put + text.slice(index + 1);
          expect(jsonFault(damaged) === -1).toBe(parses(damaged));
        },
      ),
      SEED,
    );
  });

  it.each([
    ['', 0],
    ['Sure! {}', 0],
    ['{"a": 1,}', 8],
    ['{"a": [1, 2', 11],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['01', 1],
    ['1.', 2],
    ['-', 1],
    ['"\\x"', 2],
    ['"\\u12g4"', 5],
    ['"a\nb"', 2],
    ['nul', 3],
    ['{} {}', 3],
  ])('%j: character %i', (text, index) => {
    expect(jsonFault(text)).toBe(index);
  });
});
