import { z } from 'zod';
import { openEditor } from '../dist/editor/open-editor.js';
import { defineFamily } from '../dist/families/define-family.js';
import { sideBySide, timed } from './measure.mjs';

const FUNCTIONS = 20;
const FILES = 5;
const TELLING = 2_000;

const family = defineFamily({
  name: 'bench',
  task: z.object({ question: z.string() }),
  answer: z.string(),
  tools: {
    search: { description: 'Finds texts.', input: z.object({ query: z.string() }), output: z.array(z.string()) },
  },
  scores: ['exact'],
  open: () => ({ tools: { search: () => [] } }),
  evaluate: () => ({ scores: { exact: 0 }, feedback: '' }),
});

/** The function of this number, `main` being number 0. `threshold` makes one edit differ from the next. */
const step = (number, threshold) => `/** Keeps what step ${number} looks for. */
export async function step${number}(texts: readonly string[], rt: Runtime): Promise<readonly string[]> {
  const seen = new Set<string>();
  for (const text of texts) {
    const words = text.split(' ').filter((word) => word.length > ${threshold});
    if (words.length === 0) continue;
    const found = await rt.tools.search({ query: words.join(' ') });
    for (const one of found) if (!seen.has(one)) seen.add(one.trim().toLowerCase());
  }
  return [...seen].sort((a, b) => a.length - b.length).slice(0, ${number});
}
`;

function main(numbers) {
  const calls = numbers.map((number) => `  texts = await step${number}(texts, rt);`).join('\n');
  return `export async function main(task: Task, rt: Runtime): Promise<Answer> {
  let texts: readonly string[] = [task.question];
${calls}
  return texts[0] ?? '';
}
`;
}

/** `main` and 19 steps, in so many files of equal size. */
function harness(files) {
  const steps = Array.from({ length: FUNCTIONS - 1 }, (_, index) => index + 1);
  const fileOf = (number) => (number % files === 0 ? 'main.ts' : `part${number % files}.ts`);
  const texts = {};
  for (const name of new Set(['main.ts', ...steps.map(fileOf)])) {
    const own = steps.filter((number) => fileOf(number) === name);
    const foreign = name === 'main.ts' ? steps.filter((number) => fileOf(number) !== name) : [];
    texts[name] = [
      `import type { ${name === 'main.ts' ? 'Answer, Runtime, Task' : 'Runtime'} } from 'espalier/runtime';`,
      ...foreign.map((number) => `import { step${number} } from './${fileOf(number).replace('.ts', '.js')}';`),
      '',
      ...own.map((number) => step(number, 3)),
      ...(name === 'main.ts' ? [main(steps)] : []),
    ].join('\n');
  }
  const edited = FUNCTIONS - 1;
  return { files: texts, functionId: `${fileOf(edited)}#step${edited}`, edited };
}

const telling = Array.from({ length: TELLING }, (_, index) => ({
  text: Array.from({ length: 1 + (index % 6) }, (_, word) => `w${(index * 7919 + word * 104_729).toString(36)}`).join(
    ' ',
  ),
  what: index % 3 === 0 ? 'id' : 'answer',
  split: index % 2 === 0 ? 'train' : 'gate',
}));

export const bench = {
  title: `one check of an edit set on a harness of ${FUNCTIONS} functions, editor warm`,
  columns: ['left', 'right'],
  async run() {
    const editor = openEditor(family.interface);
    let threshold = 3;
    const checking = ({ files, functionId, edited }, texts) => {
      editor.admit(files);
      const rules = { surface: 'all', budget: 3, leaks: { telling: texts, common: () => false } };
      return () => {
        threshold += 1;
        const code = step(edited, threshold);
        const editSet = { version: 1, rationale: 'bench', edits: [{ op: 'replace', function: functionId, code }] };
        return timed(() => {
          const result = editor.check(files, editSet, rules);
          if (result.kind === 'refused') throw new Error(`The edit set was refused: ${result.reasons[0].message}`);
        });
      };
    };
    const options = { warmUp: 4, rounds: 31, budgetMs: 3_500 };
    const one = harness(1);
    return [
      {
        what: `one file | ${FILES} files`,
        unit: 'ms',
        ...(await sideBySide(checking(one, []), checking(harness(FILES), []), options)),
      },
      {
        what: `no telling texts | ${TELLING.toLocaleString('en')}`,
        unit: 'ms',
        ...(await sideBySide(checking(one, []), checking(one, telling), options)),
      },
    ];
  },
};
