import { describe, expect, it } from 'vitest';
import { costlyToRead } from '../../../src/sandbox/costly-to-read.js';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('costlyToRead', () => {
  it.each([
    ['300 levels', nested(300)],
    ['50,000 values', `[${'1,'.repeat(49_998)}1]`],
    ['brackets and commas in a string', JSON.stringify({ a: '[{,'.repeat(100_000), b: '\\"[' })],
    ['a quote that is escaped', JSON.stringify([`"${'['.repeat(400)}`, '\\', `\\"${'['.repeat(400)}`])],
    ['one level after another', `[${'[],'.repeat(20_000)}[]]`],
    ['no text', ''],
  ])('lets %s pass', (_what, text) => {
    expect(costlyToRead(text)).toBeUndefined();
  });

  it.each([
    ['301 levels', nested(301), 'JSON nested deeper than 300 levels'],
    ['51,000 values', `[${'1,'.repeat(51_000)}1]`, 'JSON of more than 50000 values'],
    ['51,000 empty arrays', '[]'.repeat(51_000), 'JSON of more than 50000 values'],
    ['levels after a string', `["\\\\",${nested(301)}]`, 'JSON nested deeper than 300 levels'],
  ])('refuses %s', (_what, text, reason) => {
    expect(costlyToRead(text)).toBe(reason);
  });
});
