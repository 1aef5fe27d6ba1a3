import type { HarnessFunction } from '../../../src/ports/editor.js';
import type { HarnessInterface } from '../../../src/ports/interface.js';
import type { ProposalRequest } from '../../../src/ports/proposer.js';
import type { FailureView, WindowView } from '../../../src/ports/window-view.js';
import { asFunctionId } from '../../../src/task/ids.js';
import type { Json } from '../../../src/task/json.js';
import type { CallReply, HostCall, TraceNode } from '../../../src/trace/trace.js';

const DTS = `export interface Task { readonly question: string }
export interface Answer { readonly answer: string; readonly evidence: readonly string[] }
export interface Tools {
  search(args: { query: string; k: number }): Promise<readonly { title: string; text: string }[]>;
}
export interface Runtime { readonly tools: Tools; note(text: string, data?: unknown): void }`;

export const sampleInterface: HarnessInterface = {
  dts: DTS,
  schemas: {
    task: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
    answer: {
      type: 'object',
      properties: {
        answer: { type: 'string', description: 'As short as can be.' },
        evidence: { type: 'array', items: { type: 'string' }, description: 'Titles that show the answer.' },
      },
    },
    tools: {
      search: {
        description: 'Full-text search. Gives at most k passages, best first.',
        input: {
          type: 'object',
          properties: { query: { type: 'string', description: 'Plain words.' }, k: { type: 'integer' } },
        },
        output: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } },
      },
    },
  },
  hash: 'a'.repeat(64),
};

export const sampleFunction = (file: string, name: string, body: string): HarnessFunction => ({
  id: asFunctionId(`${file}#${name}`),
  file,
  startLine: 3,
  endLine: 3 + body.split('\n').length,
  source: body,
  signature: body.slice(0, body.indexOf(' {')),
});

export const MAIN: HarnessFunction = sampleFunction(
  'main.ts',
  'main',
  `export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const found = await rt.tools.search({ query: task.question, k: 5 });
  return { answer: '', evidence: found.map((one) => one.title) };
}`,
);

/** Writes a DAG by hand: nodes get their ids in order. */
export class DagWriter {
  readonly nodes: TraceNode[] = [];
  readonly calls: HostCall[] = [];

  call(parent: number, name: string, detail: string): number {
    return this.#put({ parent, kind: 'function', name, functionId: asFunctionId(`main.ts#${name}`), detail });
  }
  returns(parent: number, detail: string): number {
    return this.#put({ parent, kind: 'return', name: 'return', detail });
  }
  throws(parent: number, name: string, detail: string, site: string): number {
    return this.#put({ parent, kind: 'error', name, detail, site });
  }
  note(parent: number, detail: string): number {
    return this.#put({ parent, kind: 'note', name: 'note', detail });
  }
  host(parent: number, kind: 'tool' | 'llm', name: string, request: Json, reply?: CallReply): number {
    const node = this.#put({ parent, kind, name, detail: JSON.stringify(request) });
    this.calls.push({
      node,
      kind,
      name,
      path: `main>${name}`,
      occurrence: this.calls.length,
      request,
      ...(reply === undefined ? {} : { reply }),
    });
    return node;
  }
  #put(node: Omit<TraceNode, 'id'>): number {
    const id = this.nodes.length + 1;
    this.nodes.push({ id, ...node });
    return id;
  }
}

const passages = (topic: string): Json => [
  {
    title: `${topic} River`,
    text: `The ${topic} River rises in the hills and passes the town of ${topic}. ` + 'It is long. '.repeat(60),
  },
  { title: topic, text: `${topic} is a town.` },
];

/** A failure of the sample harness: one search, the wrong titles. */
export function sampleFailure(topic = 'Velmar', attempts = 1): FailureView {
  const question = `Who founded the town by the ${topic} River?`;
  const dag = new DagWriter();
  const main = dag.call(0, 'main', `{"question":"${question}"}`);
  dag.host(main, 'tool', 'search', { query: question, k: 5 }, { ok: true, value: passages(topic) });
  dag.returns(main, `{"answer":"","evidence":["${topic} River","${topic}"]}`);
  return {
    task: { question },
    answer: { answer: '', evidence: [`${topic} River`, topic] },
    end: { kind: 'answered' },
    scores: { evidence: 0, answer: 0 },
    feedback: 'gold evidence missing: 1 of 2 titles',
    attempts,
    dag: { nodes: dag.nodes, calls: dag.calls, droppedNodes: 0 },
  };
}

export const sampleView = (more: Partial<WindowView> = {}): WindowView => ({
  family: 'corpus',
  interface: sampleInterface,
  success: 'evidence',
  model: 'openai:small',
  limits: { calls: 200, modelCalls: 50, wallMs: 60_000 },
  failures: [sampleFailure()],
  editable: [MAIN],
  others: [{ id: asFunctionId('words.ts#words'), signature: 'export function words(text: string): string[]' }],
  declarations: [{ file: 'main.ts', source: "import type { Answer, Runtime, Task } from 'espalier/runtime';" }],
  editBudget: 6,
  functionChars: 6_000,
  rejections: [],
  ...more,
});

export const sampleRequest = (view: WindowView = sampleView(), ordinal = 1): ProposalRequest => ({
  view,
  ordinal,
  refused: [],
});
