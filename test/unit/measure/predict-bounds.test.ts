import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { checked } from '../../../src/measure/checked.js';
import { readPrediction } from '../../../src/measure/predict.js';
import { extentOf, inputFault, schemaFault } from '../../../src/measure/predict-bounds.js';
import { validatorOf } from '../../../src/measure/schemas.js';
import { s } from '../../../src/runtime/schema.js';
import type { Json } from '../../../src/task/json.js';

const nested = (levels: number): Json => {
  let value: Json = { type: 'string' };
  for (let level = 0; level < levels; level += 1) value = { type: 'array', items: value };
  return value;
};
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('the schema of a prediction', () => {
  it('may be all that the schema builder makes', () => {
    const Hop = s.object({
      query: s.string({ minLength: 1, maxLength: 9, description: 'What to look for.' }),
      pattern: s.optional(s.enum(['a', 'b'])),
      hops: s.array(s.nullable(s.literal('pattern')), { minItems: 1, maxItems: 3 }),
      sure: s.boolean(),
      score: s.number({ minimum: 0, maximum: 1 }),
      $ref: s.integer(),
    });
    expect(schemaFault(Hop.json)).toBeUndefined();
    expect(schemaFault(s.array(Hop).json)).toBeUndefined();
    expect(schemaFault({})).toBeUndefined();
  });

  it.each<[string, Json, string]>([
    ['an expression', { anyOf: [{ type: 'string', pattern: '(a+)+' }] }, 'may not use pattern'],
    ['expressions as names', { patternProperties: { '(a+)+': {} } }, 'may not use patternProperties'],
    ['a reference', { properties: { a: { $ref: '#' } } }, 'may not use $ref'],
    ['an intersection', { allOf: [{ type: 'string' }] }, 'may not use allOf'],
    ['a list of schemas', { items: [{}] }, 'has a list as "items"'],
    ['a text for a schema', { anyOf: ['string'] }, 'has string "string" where a schema belongs'],
    ['properties that are a list', { properties: [] }, 'has a list as "properties"'],
    ['an unknown type', { type: 'bigint' }, 'has string "bigint" as "type"'],
    ['a bound that is no number', { minLength: '1' }, 'has string "1" as "minLength"'],
    ['16,000 members', { anyOf: many(16_000, () => ({ type: 'string' })) }, 'has more than 2000 values'],
    ['49,000 choices', { enum: many(49_000, String) }, 'has more than 2000 values'],
    [
      '201 properties',
      { properties: Object.fromEntries(many(201, (index) => [`p${String(index)}`, {}])) },
      'has more than 200 properties',
    ],
    ['66 levels', nested(65), 'is nested 66 levels deep; at most 64 are read'],
  ])('may not be %s', (_what, schema, why) => {
    expect(schemaFault(schema)).toContain(`predict's output ${why}`);
  });

  it('is measured without recursion', () => {
    expect(extentOf(nested(50_000))).toEqual({ values: 100_002, depth: 50_001 });
    expect(schemaFault(nested(50_000))).toContain('has more than 2000 values');
    expect(extentOf('x')).toEqual({ values: 1, depth: 0 });
  });
});

it('the input of a prediction is bounded in values and depth', () => {
  expect(inputFault(many(19_000, (index) => index))).toBeUndefined();
  expect(inputFault(many(20_000, (index) => index))).toContain("predict's input has more than 20000 values");
  expect(inputFault(nested(64))).toContain("predict's input is nested 65 levels deep; at most 64 are read");
});

describe('a reply', () => {
  it('that is nested without end is a problem of the reply, and never crosses', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const read = readPrediction(deep, validatorOf({}), 1);
    expect(read).toEqual({ ok: false, problem: 'it is nested 10000 levels deep; at most 256 are read.' });
  });

  it('is not checked where reply and schema together are too large', () => {
    const list = { type: 'array', items: { type: 'string', enum: many(500, String) } };
    const { values } = extentOf(list);
    const read = readPrediction(JSON.stringify(many(5_000, () => 'x')), validatorOf(list), values);
    expect(read).toMatchObject({ ok: false, problem: expect.stringContaining('has more than') as string });
  });
});

describe('a check', () => {
  it('names the first ten mistakes as zod does, and counts the rest', () => {
    const list = z.array(z.string());
    const few = checked(list, [1, 'a', 2]);
    const asZod = list.safeParse([1, 'a', 2]);
    expect(few).toMatchObject({ ok: false, problem: z.prettifyError(asZod.error ?? new z.ZodError([])) });
    const long = checked(
      list,
      many(49_000, () => 1),
    );
    expect(long.ok).toBe(false);
    if (long.ok) return;
    expect(long.problem).toMatch(/at \[9\]\n✖ … and 48990 more$/);
    expect(long.inline).toMatch(/^0: Invalid input: expected string, received number; 1: .*; … and 48990 more$/);
    expect(long.problem.length).toBeLessThan(2_000);
  });

  it('gives the value that the schema makes', () => {
    expect(checked(validatorOf({ type: 'object', properties: { a: { type: 'number' } } }), { a: 1 })).toEqual({
      ok: true,
      value: { a: 1 },
    });
  });
});
