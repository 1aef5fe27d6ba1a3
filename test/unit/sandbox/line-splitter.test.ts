import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../../src/sandbox/line-splitter.js';

describe('LineSplitter', () => {
  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\n'));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.array(fc.nat(60), { maxLength: 8 }), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const ends = [...cuts.filter((at) => at < bytes.length).sort((a, b) => a - b), bytes.length];
        const splitter = new LineSplitter(1_000);
        const got: string[] = [];
        let from = 0;
        for (const end of ends) {
          splitter.feed(bytes.subarray(from, end), (text) => got.push(text), expect.unreachable);
          from = end;
        }
        expect(got).toEqual(lines);
      }),
      { seed: 20_261_130, numRuns: 200 },
    );
  });

  it('stops at a line over the cap, in one piece or in many', () => {
    for (const size of [1, 7, 100]) {
      const splitter = new LineSplitter(10);
      const lines: string[] = [];
      const over: string[] = [];
      const bytes = Buffer.from(`0123456789\n${'x'.repeat(50)}`);
      for (let at = 0; at < bytes.length && over.length === 0; at += size) {
        splitter.feed(
          bytes.subarray(at, at + size),
          (text) => lines.push(text),
          (start) => over.push(start),
        );
      }
      expect(lines).toEqual(['0123456789']);
      expect(over).toHaveLength(1);
      expect(over[0]).toMatch(/^x+$/);
    }
  });
});
