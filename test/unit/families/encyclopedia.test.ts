import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPassageIndex } from '../../../src/families/corpus/passage-index.js';
import { generateEncyclopedia } from '../../../src/families/encyclopedia/generate-encyclopedia.js';

const SEED = 11;
const made = generateEncyclopedia({ seed: SEED, train: 200, gate: 100, test: 200 });
const shape = z.object({
  id: z.string(),
  task: z.object({ question: z.string() }),
  expected: z.object({ answer: z.string().min(1), evidence: z.array(z.string()) }),
});
const cases = z.array(shape).parse([...made.splits.train, ...made.splits.gate, ...made.splits.test]);
const byTitle = new Map(made.passages.map(({ title, text }) => [title, text]));

describe(`generateEncyclopedia, seed ${String(SEED)}`, () => {
  it('is the same for the same seed and another for another', () => {
    const again = generateEncyclopedia({ seed: SEED, train: 200, gate: 100, test: 200 });
    expect(again).toEqual(made);
    expect(generateEncyclopedia({ seed: SEED + 1, train: 2, gate: 1, test: 1 }).passages[0]).not.toEqual(
      made.passages[0],
    );
  });

  it('has passages of two to five sentences, each title once, every placeholder filled', () => {
    expect(made.passages.length).toBeGreaterThan(1_500);
    expect(made.passages.length).toBeLessThan(2_500);
    expect(byTitle.size).toBe(made.passages.length);
    for (const { title, text } of made.passages) {
      const sentences = text.split(/(?<=[.?!]) /).length;
      expect(`${title}: ${String(sentences >= 2 && sentences <= 5)}`).toBe(`${title}: true`);
      expect(text).not.toMatch(/[{}]|undefined| {2}|\bthe the\b/i);
    }
    for (const { task } of cases) expect(task.question).not.toMatch(/[{}]|undefined| {2}|\bthe the\b/i);
  });

  it('has all three kinds, and evidence for each hop', () => {
    const hops = { 'two-hop': 2, 'three-hop': 3, comparison: 2 };
    for (const [kind, count] of Object.entries(hops)) {
      const ofKind = cases.filter(({ id }) => id.startsWith(kind));
      expect(ofKind.length).toBeGreaterThanOrEqual(100);
      for (const { expected } of ofKind) expect(expected.evidence).toHaveLength(count);
    }
  });

  it('can be answered from the evidence: each page names the next, the last one holds the answer', () => {
    for (const { id, expected } of cases) {
      const texts = expected.evidence.map((title) => byTitle.get(title) ?? `no page ${title}`);
      if (id.startsWith('comparison')) {
        const short = expected.evidence.map((title) => title.replace(/ \(.*\)$/, ''));
        expect(['yes', 'no', ...short]).toContain(expected.answer);
        continue;
      }
      expect(texts.at(-1)?.toLowerCase()).toContain(expected.answer.toLowerCase());
      for (const [at, title] of expected.evidence.slice(1).entries())
        expect(texts[at]).toContain(title.replace(/ \(.*\)$/, ''));
    }
  });

  it('never names the last page of a chain in its question, and asks each question once', () => {
    for (const { id, task, expected } of cases)
      if (!id.startsWith('comparison')) expect(task.question).not.toContain(expected.evidence.at(-1));
    expect(new Set(cases.map(({ task }) => task.question)).size).toBe(500);
    expect(new Set(cases.map(({ expected }) => [...expected.evidence].sort().join())).size).toBe(500);
  });

  it('asks in the test split mostly about pages that training questions do not need', () => {
    const trained = new Set(cases.slice(0, 200).flatMap(({ expected }) => expected.evidence));
    const tested = cases.slice(300).flatMap(({ expected }) => expected.evidence);
    expect(tested.filter((title) => trained.has(title)).length / tested.length).toBeLessThan(0.5);
  });

  it('cannot be solved by searching the question alone: 10 to 25% in the top five', async () => {
    const index = await openPassageIndex(made.passages);
    const solved = cases.filter(({ task, expected }) => {
      const hits = index.search(task.question, 5).map(({ title }) => title);
      return expected.evidence.every((title) => hits.includes(title));
    });
    index.close();
    expect(solved.length / cases.length).toBeGreaterThan(0.1);
    expect(solved.length / cases.length).toBeLessThan(0.25);
  });
});
