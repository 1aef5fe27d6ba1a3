import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateCorpus } from '../../../src/families/corpus/evaluate-corpus.js';
import { ftsQuery } from '../../../src/families/corpus/fts-query.js';
import { loadHotpotQa } from '../../../src/families/corpus/load-hotpotqa.js';
import { loadCorpusCases, loadPassages } from '../../../src/families/corpus/load-jsonl.js';
import { normaliseAnswer } from '../../../src/families/corpus/normalise-answer.js';
import { passageFrequency } from '../../../src/families/corpus/passage-frequency.js';
import { openPassageIndex, type PassageIndex } from '../../../src/families/corpus/passage-index.js';
import { tokenF1 } from '../../../src/families/corpus/score-answer.js';
import { titleCatalogue } from '../../../src/families/corpus/title-catalogue.js';
import { ToolError } from '../../../src/task/error.js';

const FIXTURES = 'test/fixtures/corpus';
const write = async (text: string | Uint8Array): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), 'corpus-')), 'file');
  await writeFile(path, text);
  return path;
};

describe('normalisation and scores', () => {
  it('drops case, articles, punctuation and extra space', () => {
    expect(normaliseAnswer('  The  "Osk",\n a River! ')).toBe('osk river');
    expect(normaliseAnswer('Theatre')).toBe('theatre');
  });

  it('counts F1 over bags of words', () => {
    expect(tokenF1('blue glass', 'the blue glass.')).toBe(1);
    expect(tokenF1('blue blue glass', 'blue paper')).toBeCloseTo(0.4);
    expect(tokenF1('yes it is', 'yes')).toBe(0);
    expect(tokenF1('', 'osk')).toBe(0);
  });

  it('wants every gold title, whatever its case, and says what is missing', () => {
    const expected = { answer: 'the Osk', evidence: ['Velmar', 'The Hollow Lantern'] };
    expect(evaluateCorpus(expected, { answer: 'Osk', evidence: ['velmar', 'x', 'the  hollow LANTERN'] })).toEqual({
      scores: { evidence: 1, answer: 1, f1: 1 },
      feedback: 'gold evidence complete; answer: expected "the Osk", got "Osk"',
    });
    expect(evaluateCorpus(expected, { answer: 'salt', evidence: ['Velmar'] })).toEqual({
      scores: { evidence: 0, answer: 0, f1: 0 },
      feedback:
        'gold evidence missing: 1 of 2 titles (missing: The Hollow Lantern); answer: expected "the Osk", got "salt"',
    });
    expect(evaluateCorpus(expected, undefined).feedback).toMatch(
      /2 of 2 titles .*; answer: expected "the Osk", got none/,
    );
  });
});

describe('search and titles', () => {
  let index: PassageIndex;
  let passages: Awaited<ReturnType<typeof loadPassages>>;
  beforeAll(async () => {
    passages = await loadPassages(`${FIXTURES}/passages.jsonl`);
    index = await openPassageIndex(passages);
  });
  afterAll(() => {
    index.close();
  });

  it('ranks by BM25, best first, at most k', () => {
    const hits = index.search('bridges built by Ombra Velkin', 2);
    expect(hits.map(({ title }) => title)).toEqual(['Ombra Velkin (engineer)', 'The Hollow Lantern']);
    expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? Infinity);
  });

  it.each([
    '"',
    'a AND (b',
    'NEAR(x, 2)',
    'title:osk',
    'osk*',
    "'; DROP TABLE passage; --",
    '- ^ osk',
    'ÉLOWETH\u0000',
  ])('takes %j as plain words', (query) => {
    const run = (): unknown => index.search(query, 10);
    if (query === '"') expect(run).toThrow(ToolError);
    else expect(run).not.toThrow();
  });

  it('finds words without their diacritics and with them', () => {
    expect(index.search('eloweth', 1)[0]?.title).toBe('Éloweth Guild');
    expect(index.search('E\u0301LOWETH', 1)[0]?.title).toBe('Éloweth Guild');
  });

  it('takes a very long query', () => {
    const long = Array.from({ length: 5_000 }, (_, at) => `w${String(at)}`).join(' ');
    expect(index.search(`${long} lantern`, 1)[0]?.title).toBe('The Hollow Lantern');
  });

  it('gives nothing, not an error, when no word occurs', () => {
    expect(index.search('zzz', 5)).toEqual([]);
  });

  it('leaves out words that a fifth of a large corpus hold, unless there are no others', () => {
    const counts = new Map([
      ['the', 900],
      ['of', 800],
      ['osk', 3],
    ]);
    const query = (text: string): string | undefined => ftsQuery(text, 1_000, (word) => counts.get(word) ?? 0);
    expect(query('the Osk of the')).toBe('"osk"');
    expect(query('The of')).toBe('"the" OR "of"');
    expect(query('?!')).toBeUndefined();
  });

  it('opens by title, and names the nearest when there is none', () => {
    const catalogue = titleCatalogue(passages);
    expect(catalogue.open(' the hollow  lantern ').title).toBe('The Hollow Lantern');
    expect(() => catalogue.open('Ombra Velkin')).toThrow(ToolError);
    expect(() => catalogue.open('Ombra Velkin')).toThrow(/"Ombra Velkin \(painter\)"/);
    expect(() => titleCatalogue([...passages, ...passages])).toThrow(/`Velmar` twice/);
  });

  it('knows how common a text is', () => {
    const frequency = passageFrequency(passages);
    expect(frequency('velmar')).toBeCloseTo(5 / 6);
    expect(frequency('The Blue Glass')).toBeCloseTo(1 / 6);
    expect(frequency('elma')).toBe(0);
  });
});

describe('loaders', () => {
  it('reads cases with their shapes', async () => {
    const cases = await loadCorpusCases(`${FIXTURES}/cases.jsonl`);
    expect(cases.map(({ id }) => id)).toEqual(['lantern', 'guild']);
    const path = await write('{"id":"a","task":{"question":"?"},"expected":{"answer":"x","evidence":[]}}');
    await expect(loadCorpusCases(path)).rejects.toThrow(/file:1: `expected` of case `a` has a wrong shape: evidence: /);
  });

  it('refuses broken passages with file and line', async () => {
    await expect(loadPassages(await write('{"title":"A","text":"a"}\n{"title":"A","text":"b"}'))).rejects.toThrow(
      /file:2: .*`A`, the title of line 1/,
    );
    await expect(loadPassages(await write('{"title":"A"}'))).rejects.toThrow(/file:1: .*text: /);
    await expect(loadPassages(await write(''))).rejects.toThrow(/empty file/);
    await expect(loadPassages(await write(Uint8Array.of(0xff, 0xfe, 0x41)))).rejects.toThrow(/UTF-8/);
    await expect(loadPassages('/nonexistent/passages.jsonl')).rejects.toThrow(
      /readable file at `\/nonexistent\/passages\.jsonl`/,
    );
  });

  it('pools the paragraphs of a HotpotQA file', async () => {
    const { passages, cases } = await loadHotpotQa(`${FIXTURES}/hotpot.json`);
    expect(passages.map(({ title }) => title)).toEqual(['Ombra Velkin', 'Velmar', 'Dunholt']);
    expect(passages[0]?.text).toBe('Ombra Velkin built bridges. She was born in Velmar.');
    expect(cases[0]).toEqual({
      id: 'q1',
      task: { question: 'Which river does the birthplace of Ombra Velkin lie on?' },
      expected: { answer: 'Osk', evidence: ['Ombra Velkin', 'Velmar'] },
    });
  });

  it('refuses what is no HotpotQA file', async () => {
    const item = { _id: 'a', question: 'q', answer: 'x', supporting_facts: [['T', 0]], context: [['T', ['t']]] };
    await expect(loadHotpotQa(await write('{'))).rejects.toThrow(/expected JSON/);
    await expect(loadHotpotQa(await write('[]'))).rejects.toThrow(/expected a HotpotQA file/);
    await expect(loadHotpotQa(await write(JSON.stringify([{ ...item, answer: 1 }])))).rejects.toThrow(/\[0\]\.answer/);
    await expect(loadHotpotQa(await write(JSON.stringify([item, item])))).rejects.toThrow(/question 2: .*`a` again/);
    await expect(loadHotpotQa(await write(JSON.stringify([{ ...item, context: [] }])))).rejects.toThrow(
      /paragraph titled `T`/,
    );
  });
});
