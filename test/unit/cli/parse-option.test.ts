import { expect, test } from 'vitest';
import { acceptRule, positiveNumber, splitSizes, wholeNumber } from '../../../src/cli/parse-option.js';

test('whole numbers have a least value', () => {
  expect(wholeNumber(0)('0')).toBe(0);
  for (const bad of ['', ' ', '-1', '1.5', 'many', '1e99'])
    expect(() => wholeNumber(0)(bad), bad).toThrow('at least 0');
});

test('positive numbers are finite', () => {
  expect(positiveNumber('0.25')).toBe(0.25);
  for (const bad of ['0', '-1', 'Infinity', 'x']) expect(() => positiveNumber(bad), bad).toThrow('above 0');
});

test('the accept rule is a word or a share', () => {
  expect(['any', 'all', '0.5', '1'].map(acceptRule)).toEqual(['any', 'all', 0.5, 1]);
  for (const bad of ['0', '1.1', 'some']) expect(() => acceptRule(bad), bad).toThrow('Expected any, all, or a share');
});

test('split sizes are three numbers above 0', () => {
  expect(splitSizes('3/2/1')).toEqual({ train: 3, gate: 2, test: 1 });
  for (const bad of ['3/2', '3/2/0', '3/2/1/1', 'a/b/c']) expect(() => splitSizes(bad), bad).toThrow('train/gate/test');
});
