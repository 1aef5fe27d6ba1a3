import { Linter } from 'eslint';
import fc from 'fast-check';
import { ts } from 'ts-morph';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { programSearch } from '../../src/optimizer/operators/program-search.js';
import type { HarnessFiles } from '../../src/ports/interface.js';
import type { Rejection } from '../../src/ports/window-view.js';
import { openCorpusEditor, seedFiles, viewOf } from '../unit/optimizer/operators/corpus-view.js';

const editor = openCorpusEditor();
const signal = new AbortController().signal;
const leaks = { telling: [], common: () => false };

/** Takes every proposal of a search, `steps` long. Gives the last harness and the rationales. */
async function growBlindly(
  seed: number,
  model: string,
  budget: number,
  steps: number,
): Promise<{ files: HarnessFiles; said: string[] }> {
  const proposer = programSearch({ kind: 'random', seed });
  let files = seedFiles;
  const said: string[] = [];
  for (let ordinal = 1; ordinal <= steps; ordinal += 1) {
    const view = viewOf(editor, files, { model, editBudget: budget });
    const proposal = await proposer.propose({ view, ordinal, refused: [] }, signal);
    if (proposal.kind === 'none') continue;
    const parsed = editor.parse(proposal.text);
    if (parsed.kind === 'refused') throw new Error(JSON.stringify(parsed.reasons));
    const surface = view.editable.map(({ id }) => id);
    const checked = editor.check(files, parsed.editSet, { surface, budget, leaks });
    if (checked.kind === 'refused') throw new Error(`${parsed.editSet.rationale}: ${JSON.stringify(checked.reasons)}`);
    ({ files } = checked);
    said.push(parsed.editSet.rationale);
  }
  return { files, said };
}

/** What lint finds under the rules for harness code, with unused names and imports on top. */
function findings(files: HarnessFiles): readonly string[] {
  const linter = new Linter();
  const rules = {
    'prefer-const': 'error',
    eqeqeq: 'error',
    '@typescript-eslint/no-unused-vars': ['error', { args: 'all' }],
  } satisfies Linter.RulesRecord;
  return Object.entries(files).flatMap(([file, text]) =>
    linter
      .verify(
        text,
        [...tseslint.config({ files: ['**/*.ts'], extends: [tseslint.configs.recommended], rules })] as Linter.Config[],
        file,
      )
      .map(({ line, message }) => `${file}:${String(line)} ${message}`),
  );
}

/** Top-level functions that lack a doc comment, or whose text is another's but for the name. */
function unreadable(files: HarnessFiles): readonly string[] {
  const bodies = new Map<string, string>();
  return Object.entries(files).flatMap(([file, text]) =>
    ts
      .createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
      .statements.filter(ts.isFunctionDeclaration)
      .flatMap((node) => {
        const body = node.body?.getText() ?? '';
        const twin = bodies.get(body);
        bodies.set(body, file);
        return [
          ...(ts.getJSDocCommentsAndTags(node).length === 0 ? [`${file} has no doc comment`] : []),
          ...(twin === undefined ? [] : [`${file} does what ${twin} does`]),
        ];
      }),
  );
}

describe('program search', () => {
  it('writes only what the editor accepts, whatever the sequence; the code lints clean and has no dead parameter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom('none', 'embedded'),
        fc.integer({ min: 6, max: 9 }),
        async (seed, model, budget) => {
          const { files, said } = await growBlindly(seed, model, budget, 14);
          expect(said.length).toBeGreaterThan(5);
          expect(findings(files)).toEqual([]);
          expect(unreadable(files)).toEqual([]);
        },
      ),
      { numRuns: 3, seed: 20_261_130 },
    );
  }, 90_000);

  it('is the same for the same seed, and has at most three operators', async () => {
    const [one, other] = [await growBlindly(7, 'none', 6, 6), await growBlindly(7, 'none', 6, 6)];
    expect(one).toEqual(other);
    for (const text of one.said) expect(text.split('Operators: ')[1]?.split(' + ').length).toBeLessThanOrEqual(3);
  });

  it('never proposes again what was rejected', async () => {
    const proposer = programSearch({ kind: 'operators', seed: 3 });
    const rejections: Rejection[] = [];
    for (let draw = 0; draw < 12; draw += 1) {
      const view = viewOf(editor, seedFiles, { rejections });
      const proposal = await proposer.propose({ view, ordinal: 1, refused: [] }, signal);
      // The first sets of so small a budget are few; when all were tried it says so.
      if (proposal.kind === 'none') break;
      const parsed = editor.parse(proposal.text);
      if (parsed.kind === 'refused') throw new Error(JSON.stringify(parsed.reasons));
      const { rationale } = parsed.editSet;
      expect(rejections.map((one) => one.rationale)).not.toContain(rationale);
      rejections.push({ step: draw, rationale, functions: [], verdict: 'dropped', reasons: [] });
    }
    expect(rejections.length).toBeGreaterThan(8);
  });

  it('says plainly why it cannot go on from a harness that it did not write, or with too small a budget', async () => {
    const proposer = programSearch({ kind: 'operators', seed: 1 });
    const own =
      seedFiles['main.ts']?.replace(
        'evidence: []',
        'evidence: (await rt.tools.search({ query: task.question, k: 5 })).map((hit) => hit.title)',
      ) ?? '';
    for (const view of [viewOf(editor, { 'main.ts': own }), viewOf(editor, seedFiles, { editBudget: 2 })]) {
      const proposal = await proposer.propose({ view, ordinal: 1, refused: [] }, signal);
      expect(proposal).toMatchObject({ kind: 'none', message: expect.stringMatching(/openai:<model>/) });
    }
  });
});
