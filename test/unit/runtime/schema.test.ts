import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { s } from '../../../src/runtime/schema.js';
import type { Infer } from '../../../src/runtime/schema.js';

const Plan = s.object(
  {
    query: s.string({ minLength: 1, maxLength: 80, description: 'what to look for' }),
    hops: s.array(s.object({ n: s.integer(), weight: s.optional(s.number({ minimum: 0 })) }), { maxItems: 3 }),
    kind: s.enum(['person', 'place']),
    done: s.boolean(),
    version: s.literal(1),
    note: s.optional(s.nullable(s.string())),
  },
  { description: 'a plan' },
);

describe('the schema builder', () => {
  it('writes closed JSON Schema with optional members left out of required', () => {
    expect(Plan.json).toEqual({
      type: 'object',
      description: 'a plan',
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 80, description: 'what to look for' },
        hops: {
          type: 'array',
          maxItems: 3,
          items: {
            type: 'object',
            properties: { n: { type: 'integer' }, weight: { type: 'number', minimum: 0 } },
            required: ['n'],
            additionalProperties: false,
          },
        },
        kind: { type: 'string', enum: ['person', 'place'] },
        done: { type: 'boolean' },
        version: { const: 1 },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['query', 'hops', 'kind', 'done', 'version'],
      additionalProperties: false,
    });
  });

  it('writes schemas that a validator reads as meant', () => {
    const read = z.fromJSONSchema(JSON.parse(JSON.stringify(Plan.json)) as Parameters<typeof z.fromJSONSchema>[0]); // JSON Schema by the test above
    const good: Infer<typeof Plan> = {
      query: 'q',
      hops: [{ n: 1 }],
      kind: 'place',
      done: true,
      version: 1,
      note: null,
    };
    expect(read.safeParse(good).success).toBe(true);
    for (const bad of [
      { ...good, extra: 1 },
      { ...good, kind: 'thing' },
      { ...good, query: '' },
      { ...good, hops: [{ n: 1.5 }] },
    ]) {
      expect(read.safeParse(bad).success).toBe(false);
    }
  });

  it('infers the types', () => {
    expectTypeOf<Infer<typeof Plan>>().toEqualTypeOf<{
      query: string;
      hops: { n: number; weight?: number }[];
      kind: 'person' | 'place';
      done: boolean;
      version: 1;
      note?: string | null;
    }>();
  });
});
