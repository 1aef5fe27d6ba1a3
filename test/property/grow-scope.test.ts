import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoopState } from '../../src/grow/loop-state.js';
import type { HarnessFiles } from '../../src/ports/interface.js';
import type { JournalEntry, RunStore } from '../../src/ports/store.js';
import { randomStream } from '../../src/task/random.js';
import { openToyBed, openToyPlace, sit, type ToyBed } from '../fixtures/toy-run.js';

const SEEDS = ['scope-1', 'scope-2'] as const;
const BUDGET = 3;
/** `main` calls some functions for some tasks; `idle` and `spare` are called for none. */
const SEED_FILES: HarnessFiles = {
  'main.ts': `import type { Answer, Runtime, Task } from 'espalier/runtime';
import { sumUp, spare } from './sums.js';

export async function main(task: Task, rt: Runtime): Promise<Answer> {
  if (task.kind === 'word') return findWord(task.text, rt);
  if (task.kind === 'sum') return sumUp(task.text, rt);
  if (task.text === idle(task.text)) return spare(task.text, rt);
  return '';
}

async function findWord(key: string, rt: Runtime): Promise<string> {
  return '';
}

function idle(text: string): string {
  return text + '?';
}
`,
  'sums.ts': `import type { Runtime } from 'espalier/runtime';

export async function sumUp(text: string, rt: Runtime): Promise<string> {
  return half(text, 0).toString();
}

export async function spare(text: string, rt: Runtime): Promise<string> {
  return text;
}

function half(text: string, at: number): number {
  return Number(text.split(' ')[at]);
}
`,
};

/** Bodies that solve something, and bodies that only differ. */
const BODIES: Readonly<Record<string, readonly string[]>> = {
  'main.ts#findWord': [
    'async function findWord(key: string, rt: Runtime): Promise<string> {\n  return await rt.tools.table({ key });\n}',
  ],
  'main.ts#idle': ["function idle(text: string): string {\n  return text + '!';\n}"],
  'sums.ts#sumUp': [
    'export async function sumUp(text: string, rt: Runtime): Promise<string> {\n  return (await rt.tools.add({ a: half(text, 0), b: half(text, 1) })).toString();\n}',
  ],
  'sums.ts#spare': [
    "export async function spare(text: string, rt: Runtime): Promise<string> {\n  return text + '.';\n}",
  ],
  'sums.ts#half': ["function half(text: string, at: number): number {\n  return Number(text.split(' ')[at] ?? 0);\n}"],
};

let bed: ToyBed;
beforeAll(() => {
  bed = openToyBed();
});
afterAll(() => bed.close());

function randomReplies(seed: string, count: number): readonly string[] {
  const random = randomStream(seed);
  const ids = Object.keys(BODIES);
  return Array.from({ length: count }, (_, at) => {
    const chosen = random.shuffle(ids).slice(0, 1 + random.below(3));
    const edits: object[] = chosen.map((id) => ({ op: 'replace', function: id, code: random.pick(BODIES[id] ?? []) }));
    for (let extra = random.below(3); extra > 0; extra -= 1) {
      const name = `added${String(at)}x${String(extra)}`;
      edits.push({
        op: 'add',
        file: random.pick(['main.ts', 'sums.ts']),
        code: `function ${name}(): number {\n  return ${String(at)} + 1;\n}`,
      });
    }
    return JSON.stringify({ version: 1, rationale: `random ${String(at)}`, edits });
  });
}

const loopOf = (entry: JournalEntry | undefined): LoopState => entry?.state as unknown as LoopState; // what the loop journaled

/** Functions whose text is not the same in both, found without the editor's own comparison. */
function differing(before: HarnessFiles, after: HarnessFiles): readonly string[] {
  const texts = (files: HarnessFiles): ReadonlyMap<string, string> =>
    new Map(bed.editor.functions(files).map((one) => [one.id, one.source]));
  const [was, is] = [texts(before), texts(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id)).sort();
}

it.each(SEEDS)(
  'accepted edits stay within main, what the window touched, new functions, and the budget (seed %s)',
  { timeout: 60_000 },
  async (seed) => {
    const place = openToyPlace();
    try {
      await sit(bed, place, {
        seedFiles: SEED_FILES,
        replies: randomReplies(seed, 24),
        options: { maxAttempts: 9, repairAttempts: 0, editBudget: BUDGET, gateEvery: 3, maxSteps: 24, gate: 'off' },
      });
      const { store } = place;
      const journal = place.journal();
      const files = (version: string): HarnessFiles => store.files(version as Parameters<RunStore['files']>[0]) ?? {};
      let accepted = 0;
      for (const [index, entry] of journal.entries()) {
        if (entry.kind !== 'accepted' && entry.kind !== 'checked') continue;
        const previous = loopOf(journal[index - 1]).grow;
        const before = files(previous.version);
        const body = entry.body as { version: string; changed: readonly string[] };
        const changed = differing(before, files(body.version));
        const touched = previous.window.flatMap((failure) =>
          (store.trace(failure.trace)?.nodes ?? []).map((node) => node.functionId),
        );
        const known = new Set(bed.editor.functions(before).map((one) => one.id as string));
        const surface = new Set<string>(['main.ts#main', ...touched.filter((id) => id !== undefined)]);
        expect(changed).toEqual([...body.changed].sort());
        expect(changed.length).toBeLessThanOrEqual(BUDGET);
        expect(changed.filter((id) => known.has(id) && !surface.has(id))).toEqual([]);
        if (entry.kind === 'accepted') accepted += 1;
      }
      const refused = journal
        .filter((entry) => entry.kind === 'refused')
        .map((entry) => JSON.stringify(entry.body))
        .join();
      expect(accepted).toBeGreaterThan(0);
      expect(refused).toContain('"rule":"scope"');
      expect(refused).toContain('"rule":"budget"');
    } finally {
      place.close();
    }
  },
);
