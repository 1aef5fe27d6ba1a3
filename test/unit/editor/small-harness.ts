import { openEditor } from '../../../src/editor/open-editor.js';
import type { CheckResult, Editor, EditRules, Reason } from '../../../src/ports/editor.js';
import type { Edit } from '../../../src/ports/edit-set.js';
import type { HarnessFiles, HarnessInterface } from '../../../src/ports/interface.js';
import { asFunctionId, type FunctionId } from '../../../src/task/ids.js';

export const INTERFACE: HarnessInterface = {
  dts: `declare module 'espalier/runtime' {
  export interface Task { readonly question: string }
  export interface Answer { readonly answer: string; readonly evidence: readonly string[] }
  export interface Tools { search(args: { query: string }): Promise<readonly { title: string; text: string }[]> }
  export interface Runtime { readonly tools: Tools; note(text: string): void }
}
`,
  schemas: { task: {}, answer: {}, tools: {} },
  hash: 'interface-hash',
};

export const FILES: HarnessFiles = {
  'main.ts': `import type { Answer, Runtime, Task } from 'espalier/runtime';
import { shorten, words } from './text.js';

const MAX_HITS = 5;

/** Asks once. */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const hits = await rt.tools.search({ query: shorten(task.question) });
  return { answer: '', evidence: hits.slice(0, MAX_HITS).map((hit) => hit.title) };
}

function unused(query: string): string {
  return query;
}
`,
  'text.ts': `export type Words = readonly string[];

/** The first hundred characters. */
export const shorten = (text: string): string => text.slice(0, 100);

export function words(text: string, least = 1): Words {
  return text.split(' ').filter((word) => word.length >= least);
}
`,
  'plan.ts': `export class Plan {
  private readonly steps: string[] = [];
  static empty(): Plan {
    return new Plan();
  }
  constructor() {
    this.steps.push('start');
  }
  get size(): number {
    return this.steps.length;
  }
  /** Puts a step in. */
  put(step: string): void {
    this.steps.push(step);
  }
  last = (): string | undefined => this.steps.at(-1);
}
`,
};

export const id = (text: string): FunctionId => asFunctionId(text);

export const NO_LEAKS: EditRules['leaks'] = { telling: [], common: () => false };

export const RULES: EditRules = { surface: 'all', budget: 6, leaks: NO_LEAKS };

/** Starting TypeScript takes half a second, so the tests of a file share one editor. */
export const editor: Editor = openEditor(INTERFACE);

export const check = (
  edits: readonly Edit[],
  rules: Partial<EditRules> = {},
  files: HarnessFiles = FILES,
): CheckResult => editor.check(files, { version: 1, rationale: 'because', edits }, { ...RULES, ...rules });

export const reasonsOf = (result: CheckResult): readonly Reason[] => (result.kind === 'refused' ? result.reasons : []);

/** One line a reason: `rule at message`. */
export const lines = (result: CheckResult): readonly string[] =>
  reasonsOf(result).map(({ rule, at, message }) => `${rule} ${at ?? '-'} ${message}`);

export const add = (code: string, file = 'main.ts'): Edit => ({ op: 'add', file, code });
export const declare = (code: string, file = 'main.ts'): Edit => ({ op: 'declare', file, code });
export const replace = (target: string, code: string): Edit => ({ op: 'replace', function: id(target), code });
export const remove = (target: string): Edit => ({ op: 'remove', function: id(target) });
