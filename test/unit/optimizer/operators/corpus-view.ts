import { readFileSync } from 'node:fs';
import { corpus } from '../../../../src/families/corpus/corpus.js';
import { openEditor } from '../../../../src/editor/open-editor.js';
import type { Editor } from '../../../../src/ports/editor.js';
import type { HarnessFiles } from '../../../../src/ports/interface.js';
import type { FailureView, WindowView } from '../../../../src/ports/window-view.js';
import type { Json } from '../../../../src/task/json.js';
import type { HostCall } from '../../../../src/trace/trace.js';

export const family = corpus({ passages: [{ title: 'Velmar', text: 'Velmar is a town on the Osk.' }] });

/** The demo's seed harness. */
export const seedFiles: HarnessFiles = {
  'main.ts': readFileSync(new URL('../../../../seeds/corpus/main.ts', import.meta.url), 'utf8'),
};

/** A real editor that has read the seed. */
export function openCorpusEditor(): Editor {
  const editor = openEditor(family.interface);
  editor.admit(seedFiles);
  return editor;
}

/** The window view of a harness, every function editable. */
export function viewOf(editor: Editor, files: HarnessFiles, change: Partial<WindowView> = {}): WindowView {
  return {
    family: family.name,
    interface: family.interface,
    success: 'evidence',
    model: 'none',
    limits: { calls: 200, modelCalls: 50, wallMs: 60_000 },
    failures: [],
    editable: editor.functions(files),
    others: [],
    declarations: editor.declarations(files),
    editBudget: 6,
    functionChars: editor.functionChars,
    rejections: [],
    ...change,
  };
}

/** A failure with one search, what it gave and what the family said. */
export function failureWith(reply: Json | undefined, feedback: string, evidence: readonly string[] = []): FailureView {
  const call: HostCall = {
    node: 1,
    kind: 'tool',
    name: 'search',
    path: 'main>search',
    occurrence: 0,
    request: { query: 'town', k: 5 },
    reply: { ok: true, value: reply ?? null },
  };
  return {
    task: { question: 'Which river does Velmar lie on?' },
    answer: { answer: '', evidence: [...evidence] },
    end: { kind: 'answered' },
    scores: { evidence: 0 },
    feedback,
    attempts: 1,
    dag: { nodes: [], calls: reply === undefined ? [] : [call], droppedNodes: 0 },
  };
}
