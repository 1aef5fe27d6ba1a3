import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, preview } from '../../../src/optimizer/prompt/preview.js';
import type { Json } from '../../../src/task/json.js';

describe('preview', () => {
  it('shows small values whole', () => {
    expect(preview({ a: [1, 'x', null] }, 100)).toBe('{"a":[1,"x",null]}');
  });

  it('keeps short members whole and shortens the long one', () => {
    const text = preview({ title: 'Velmar', text: 'abc '.repeat(200) }, 120);
    expect(text).toMatch(/^\{"title": "Velmar", "text": "abc .*more.*abc "\}$/);
    expect(text.length).toBeLessThan(150);
  });

  it('says how many items it leaves out', () => {
    expect(
      preview(
        Array.from({ length: 100 }, (_, index) => index * 1000),
        80,
      ),
    ).toContain('(98 more)');
  });

  it('keeps head and tail of a text and never splits a character', () => {
    const text = clip('a'.repeat(49) + '😀'.repeat(60), 80);
    expect(() => encodeURIComponent(text)).not.toThrow();
    expect(text).toMatch(/^a+.*more/);
  });

  it('stays near its bound for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 60, max: 500 }), (value, chars) => {
        // fast-check makes plain JSON.
        expect(preview(value as Json, chars).length).toBeLessThan(chars * 3 + 200);
      }),
      { seed: 20261130, numRuns: 300 },
    );
  });
});
