import { describe, expect, it } from 'vitest';
import { leakRules } from '../../../src/grow/leak-rules.js';
import type { LeakKnowledge, TaskFamily } from '../../../src/ports/family.js';
import type { Case } from '../../../src/task/case.js';
import { caseId } from '../../../src/task/ids.js';
import type { Json } from '../../../src/task/json.js';
import { toyFamily, toySplits } from '../../fixtures/toy-family.js';

const item = (id: string, expected: Json): Case => ({ id: caseId(id), task: { kind: 'word', text: '' }, expected });
const rulesOf = (train: readonly Case[], gate: readonly Case[], leaks?: LeakKnowledge) => {
  const { leaks: _own, ...toy } = toyFamily();
  const family: TaskFamily = { ...toy, ...(leaks === undefined ? {} : { leaks }) };
  return leakRules(family, { train, gate });
};

describe('what harness code must not hold', () => {
  it('is what the family tells of training and gate cases, and every id', () => {
    const rules = rulesOf([item('t1', 'x')], [item('g1', 'y')], {
      telling: (one) => [`gold of ${one.id}`, { text: `title of ${one.id}`, what: 'title' }],
      frequency: (text) => (text === 'gold of t1' ? 0.011 : 0.01),
    });
    expect(rules.telling).toEqual([
      { text: 't1', what: 'id', split: 'train' },
      { text: 'gold of t1', what: 'answer', split: 'train' },
      { text: 'title of t1', what: 'title', split: 'train' },
      { text: 'g1', what: 'id', split: 'gate' },
      { text: 'gold of g1', what: 'answer', split: 'gate' },
      { text: 'title of g1', what: 'title', split: 'gate' },
    ]);
    expect(rules.common('gold of t1')).toBe(true);
    expect(rules.common('gold of g1')).toBe(false);
  });

  it('is every text and telling number of `expected` for a family that tells nothing', () => {
    const expected = { answer: 'Quillon', aliases: ['the quillon'], year: 1931, share: 0.25, loss: -7, count: 100 };
    const rules = rulesOf([item('t1', expected)], [item('g1', 41_735_211)]);
    expect(rules.telling.map((one) => one.text)).toEqual([
      't1',
      'Quillon',
      'the quillon',
      '1931',
      '0.25',
      '-7',
      'g1',
      '41735211',
    ]);
    expect(['Quillon', 'the quillon', '1931', '41735211'].map((text) => rules.common(text))).toEqual(
      Array.from({ length: 4 }, () => false),
    );
  });

  it.each<[string, number, number, boolean]>([
    ['two of three', 2, 3, false],
    ['three of three', 3, 3, true],
    ['two of 300', 2, 300, false],
    ['three of 300', 3, 300, false],
    ['four of 300', 4, 300, true],
    ['ten of 1,000', 10, 1000, false],
  ])('lets an answer that %s cases share pass only as a label: %d of %d', (_, holders, count, common) => {
    const cases = Array.from({ length: count }, (_one, at) =>
      item(`t${String(at)}`, at < holders ? 'spam' : `own ${String(at)}`),
    );
    expect(rulesOf(cases, []).common('spam')).toBe(common);
    expect(rulesOf(cases, []).common(`own ${String(holders)}`)).toBe(false);
  });

  it('counts shared answers over all cases, also where one split alone is looked at', () => {
    const { leaks: _own, ...toy } = toyFamily();
    const train = Array.from({ length: 3 }, (_one, at) => item(`t${String(at)}`, 'spam'));
    const test = [item('e1', 'spam')];
    expect(leakRules(toy, { test }).common('spam')).toBe(false);
    expect(leakRules(toy, { test }, { train, test }).common('spam')).toBe(true);
    expect(leakRules(toy, { test }, { train, test }).telling.map((one) => one.text)).toEqual(['e1', 'spam']);
  });

  it('lets texts of the interface pass, whole', () => {
    const rules = rulesOf([], []);
    const texts = ['table', 'Table', 'kind', 'The sum of two numbers', 'quillon', 'table quillon'];
    expect(texts.map((text) => rules.common(text))).toEqual([true, true, true, true, false, false]);
  });

  it('never reads the test split', () => {
    const { train, gate, test } = toySplits();
    const told = leakRules(toyFamily(), { train, gate }).telling.map((one) => one.text);
    for (const one of test) expect(told).not.toEqual(expect.arrayContaining([one.id]));
  });
});
