import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_JSON_DEPTH, NotJson, jsonText } from '../../../src/runtime/json-text.js';

describe('jsonText', () => {
  it('writes what JSON.stringify writes, for JSON values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(JSON.parse(jsonText(value, 'value'))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(jsonText(value, 'value')).toBe(JSON.stringify(value));
      }),
      { seed: 20_261_130, numRuns: 300 },
    );
  });

  it('leaves out undefined members and writes class instances by their own keys', () => {
    class Hop {
      readonly title = 'x';
      readonly why = undefined;
      toJSON(): string {
        return 'never asked';
      }
    }
    expect(jsonText([new Hop(), { __proto__: null, a: 1 }], 'v')).toBe('[{"title":"x"},{"a":1}]');
  });

  it.each([
    [{ a: [0, undefined] }, 'v.a[1] must be JSON, but it is undefined.'],
    [{ 'a-b': { c: Symbol('x') } }, 'v["a-b"].c must be JSON, but it is a symbol.'],
    [[new Array<number>(2)], 'v[0][0] must be JSON, but it is undefined.'],
    [new Date(0), 'v must be JSON, but it is [object Date].'],
    [new Error('x'), 'v must be JSON, but it is [object Error].'],
    [-Infinity, 'v must be JSON, but it is -Infinity.'],
  ])('names the place of what is no JSON: %j', (value, message) => {
    expect(() => jsonText(value, 'v')).toThrow(new NotJson(message));
  });

  it('admits the deepest nesting and refuses one level more', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    expect(jsonText(nested(MAX_JSON_DEPTH), 'v')).toHaveLength(2 * MAX_JSON_DEPTH + 1);
    expect(() => jsonText(nested(MAX_JSON_DEPTH + 1), 'v')).toThrow('nested deeper than 200');
  });
});
