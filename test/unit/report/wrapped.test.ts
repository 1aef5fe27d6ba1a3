import fc from 'fast-check';
import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { wrapped, wrappedParts } from '../../../src/report/wrapped.js';

test('a long line is broken at spaces, under its text and not under its label', () => {
  expect(wrapped('step 1    accepted 9 of 10 window tasks solved', 30, 10)).toBe(
    'step 1    accepted 9 of 10\n          window tasks solved',
  );
  expect(wrapped('gate 1    candidate 98.0%', 30, 10)).toBe('gate 1    candidate 98.0%');
});

test('colours have no width', () => {
  const { bold, green } = picocolors.createColors(true);
  const line = `${bold('step 1    ')}${green('accepted')} 9 of 10`;
  expect(wrapped(line, 26, 10)).toBe(line);
});

test('no line is wider than asked for, and nothing is lost', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 60 }), (list, columns) => {
      const lines = wrapped(list.join(' '), columns, 4).split('\n');
      expect(lines.every((line) => line.length <= columns)).toBe(true);
      expect(lines.map((line) => line.trim()).join(' ')).toBe(list.join(' '));
    }),
    { seed: 11 },
  );
});

test('parts stand on as few lines as hold them', () => {
  expect(wrappedParts(['task 1/60', 'window 0/8', 'step 2'], 24)).toEqual(['  task 1/60 · window 0/8', '  step 2']);
  expect(wrappedParts([], 24)).toEqual([]);
});
