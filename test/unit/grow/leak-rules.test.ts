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
      telling: (one) => [`gold of ${one.id}`],
      frequency: (text) => (text === 'gold of t1' ? 0.011 : 0.01),
    });
    expect(rules.telling).toEqual([
      { text: 't1', what: 'id', split: 'train' },
      { text: 'gold of t1', what: 'answer', split: 'train' },
      { text: 'g1', what: 'id', split: 'gate' },
      { text: 'gold of g1', what: 'answer', split: 'gate' },
    ]);
    expect(rules.common('gold of t1')).toBe(true);
    expect(rules.common('gold of g1')).toBe(false);
  });

  it('is every text of `expected` for a family that tells nothing, save labels that cases share', () => {
    const rules = rulesOf(
      [item('t1', { answer: 'Quillon', aliases: ['the quillon'], year: 1931 }), item('t2', 'spam')],
      [item('g1', 'spam')],
    );
    expect(rules.telling.map((one) => one.text)).toEqual(['t1', 'Quillon', 'the quillon', 't2', 'spam', 'g1', 'spam']);
    expect(['Quillon', 'the quillon', 'spam'].map((text) => rules.common(text))).toEqual([false, false, true]);
  });

  it('lets words of the interface pass, one at a time', () => {
    const rules = rulesOf([], []);
    expect(['table', 'Table', 'kind', 'quillon', 'table quillon'].map((text) => rules.common(text))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('never reads the test split', () => {
    const { train, gate, test } = toySplits();
    const told = leakRules(toyFamily(), { train, gate }).telling.map((one) => one.text);
    for (const one of test) expect(told).not.toEqual(expect.arrayContaining([one.id]));
  });
});
