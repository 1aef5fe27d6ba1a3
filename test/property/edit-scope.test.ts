import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '../../src/ports/edit-set.js';
import type { HarnessFiles } from '../../src/ports/interface.js';
import type { FunctionId } from '../../src/task/ids.js';
import { add, declare, editor, FILES, id, NO_LEAKS, remove } from '../unit/editor/small-harness.js';

const SEED = 20_261_130;
const RUNS = 80;
const TIMEOUT_MS = 120_000;

const functions = editor.functions(FILES);
const ids: readonly FunctionId[] = functions.map((item) => item.id);

/** The function's own text with a statement put into its body, so that it still compiles. */
function touched(target: FunctionId, mark: number): string {
  const source = functions.find((item) => item.id === target)?.source ?? '';
  return source.includes('{\n')
    ? source.replace('{\n', `{\n    void ${String(mark)};\n`)
    : source.replace(/=> (.*);$/, `=> (void ${String(mark)}, $1);`);
}

const mark = fc.integer({ min: 101, max: 999 });
const file = fc.constantFrom(...Object.keys(FILES));
/** Ends that try to reach past the declaration they stand in. */
const tail = fc.constantFrom(
  '',
  '',
  '',
  ' //',
  '\n',
  ' /* x */',
  ' }',
  '\nfunction extra(): void {}',
  '\nlet state = 0;',
);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...ids), mark, tail)
      .map(([target, n, end]): Edit => ({ op: 'replace', function: target, code: touched(target, n) + end })),
  },
  { weight: 1, arbitrary: fc.constantFrom(...ids).map(remove) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(file, mark, tail)
      .map(([where, n, end]) => add(`function added${String(n)}(): number {\n  return ${String(n)};\n}${end}`, where)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(file, mark)
      .map(([where, n]) => add(`class Added${String(n)} {\n  one(): void {}\n  two(): void {}\n}`, where)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(file, mark).map(([where, n]) => declare(`const CONSTANT_${String(n)} = ${String(n)};`, where)),
  },
  {
    weight: 1,
    arbitrary: mark.map((n): Edit => ({
      op: 'file',
      path: `new-${String(n)}.ts`,
      code: `export const made${String(n)} = (): number => ${String(n)};\nexport const K = 1;`,
    })),
  },
);
const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
const surface = fc.subarray([...ids]);
const budget = fc.integer({ min: 1, max: 5 });

const sourcesOf = (files: HarnessFiles): ReadonlyMap<FunctionId, string> =>
  new Map(editor.functions(files).map((item) => [item.id, item.source]));
const constantsOf = (files: HarnessFiles): number =>
  editor.declarations(files).reduce((sum, { source }) => sum + (source.match(/^(?:export )?const /gm)?.length ?? 0), 0);

describe(`edits stay in {main} ∪ F(τ) and L (seed ${String(SEED)})`, () => {
  it('for every accepted candidate', { timeout: TIMEOUT_MS }, () => {
    let accepted = 0;
    fc.assert(
      fc.property(edits, surface, budget, (set, within, most) => {
        const allowed = new Set<FunctionId>([id('main.ts#main'), ...within]);
        const result = editor.check(
          FILES,
          { version: 1, rationale: 'r', edits: set },
          { surface: [...allowed], budget: most, leaks: NO_LEAKS },
        );
        if (result.kind === 'refused') return;
        accepted += 1;
        const [before, after] = [sourcesOf(FILES), sourcesOf(result.files)];
        const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
          (one) => before.get(one) !== after.get(one),
        );
        expect(result.changed).toEqual(differing.sort());
        for (const one of differing) if (before.has(one)) expect(allowed).toContain(one);
        expect(differing.length + constantsOf(result.files) - constantsOf(FILES)).toBeLessThanOrEqual(most);
        expect(editor.admit(result.files)).toBe(result.version);
        // What stands outside the changed functions and the new constants is there byte for byte, in order; only
        // imports lose the names of removed functions.
        const removes = set.some((one) => one.op === 'remove');
        for (const [path, text] of Object.entries(FILES)) {
          let rest = text;
          for (const one of differing) rest = rest.replace(before.get(one) ?? '\0', '\0');
          let position = 0;
          for (const kept of rest
            .split('\0')
            .flatMap((part) => part.split('\n'))
            .filter((line) => line.trim() !== '' && !(removes && line.startsWith('import ')))) {
            const found = (result.files[path] ?? '').indexOf(kept, position);
            expect(found).toBeGreaterThanOrEqual(position);
            position = found + kept.length;
          }
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 10);
  });

  it('refuses every edit set that names a function outside', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(edits, surface, (set, within) => {
        const allowed = new Set<FunctionId>([id('main.ts#main'), ...within]);
        const outside = set.some((one) => (one.op === 'replace' || one.op === 'remove') && !allowed.has(one.function));
        const result = editor.check(
          FILES,
          { version: 1, rationale: 'r', edits: set },
          { surface: [...allowed], budget: 100, leaks: NO_LEAKS },
        );
        if (outside) expect(result.kind).toBe('refused');
      }),
      { seed: SEED + 1, numRuns: RUNS },
    );
  });
});
