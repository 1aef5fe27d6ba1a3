import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { transpileHarness } from '../../../src/editor/transpile.js';
import { Recorder } from '../../../src/trace/recorder.js';
import type { RecorderLimits } from '../../../src/trace/recorder-limits.js';
import type { TraceNode } from '../../../src/trace/trace.js';

export const LIMITS: RecorderLimits = { nodes: 100_000, previewChars: 120, previewTotalChars: 1e6, loopFuel: 1e6 };

export type Entry = (...args: readonly unknown[]) => unknown;
export type Globals = Readonly<Record<string, unknown>>;

/** A recorder that keeps all its nodes, in order. */
export class Recording {
  readonly sent: TraceNode[] = [];
  readonly recorder: Recorder;
  constructor(limits: Partial<RecorderLimits> = {}) {
    this.recorder = new Recorder({ ...LIMITS, ...limits }, (nodes) => this.sent.push(...nodes));
  }
  get nodes(): readonly TraceNode[] {
    this.sent.push(...this.recorder.takePending());
    return this.sent;
  }
  /** `caller>callee` → count, over function nodes. */
  edges(): Record<string, number> {
    return edgesOf(this.nodes);
  }
}

export function edgesOf(nodes: readonly TraceNode[], top = 0): Record<string, number> {
  const names = new Map(nodes.map((node) => [node.id, node.name]));
  const edges: Record<string, number> = {};
  for (const node of nodes) {
    if (node.kind !== 'function') continue;
    const edge = `${node.parent === top ? 'root' : (names.get(node.parent) ?? '?')}>${node.name}`;
    edges[edge] = (edges[edge] ?? 0) + 1;
  }
  return edges;
}

const hooked = new Map<string, string>();

/** The instrumented module's exports, a fresh module each time. */
export function traced(source: string, recorder: Recorder, globals: Globals = {}): Readonly<Record<string, Entry>> {
  const code = hooked.get(source) ?? transpileHarness('main.ts', source).code;
  hooked.set(source, code);
  return evaluate(code, { __espalier_trace: recorder, ...globals });
}

/** The same module without hooks. */
export function plain(source: string, globals: Globals = {}): Readonly<Record<string, Entry>> {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, isolatedModules: true };
  return evaluate(ts.transpileModule(source, { fileName: 'main.ts', compilerOptions }).outputText, globals);
}

function evaluate(code: string, globals: Globals): Readonly<Record<string, Entry>> {
  const names = Object.keys(globals);
  const body = compileFunction(code, ['exports', 'module', ...names]) as Entry; // the library's type is Function
  const module = { exports: {} };
  body(module.exports, module, ...Object.values(globals));
  return module.exports;
}
