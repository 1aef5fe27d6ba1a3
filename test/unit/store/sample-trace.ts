import { sha256 } from '../../../src/task/hash.js';
import type { FunctionId, TraceDigest } from '../../../src/task/ids.js';
import { asFunctionId, samplingSeed, traceDigest, versionId } from '../../../src/task/ids.js';
import { traceMeaning } from '../../../src/trace/digest.js';
import type { HostCall, Trace, TraceNode } from '../../../src/trace/trace.js';

export const digestOf = (trace: Trace): TraceDigest => traceDigest(sha256(traceMeaning(trace)));

/** A trace with `size` nodes and a call for every tenth, much like one of a retrieval harness. */
export function sampleTrace(name: string, size = 30): Trace {
  const nodes: TraceNode[] = [];
  const calls: HostCall[] = [];
  for (let id = 1; id <= size; id++) {
    const parent = id === 1 ? 0 : Math.max(1, id - (id % 5));
    if (id % 10 === 0) {
      nodes.push({ id, parent, kind: 'tool', name: 'search', detail: `{"query":"${name} ${String(id)}"}` });
      calls.push(sampleCall(name, id));
    } else {
      nodes.push({ id, parent, kind: 'function', name: `step${String(id % 9)}`, functionId: sampleFunction(id % 9) });
    }
  }
  nodes.push({ id: size + 1, parent: 1, kind: 'error', name: 'TypeError', detail: 'no title', site: 'main.ts:3:7' });
  return {
    format: 1,
    version: versionId(sha256('version')),
    seed: samplingSeed(sha256(name)),
    task: { question: `Where was the founder of ${name} born?` },
    nodes,
    droppedNodes: 2,
    calls,
    answer: { answer: 'Ostrava', evidence: ['A', 'B'] },
    end: { kind: 'answered' },
    outcome: { scores: { evidence: 1, answer: 0.5 }, feedback: 'gold evidence missing: 0 of 2 titles' },
    usage: { modelCalls: 1, inputTokens: 812, cachedTokens: 16, outputTokens: 40, costUsd: 0.0025 },
    wallMs: 12.5,
  };
}

export const sampleFunction = (n: number): FunctionId => asFunctionId(`hops/second.ts#step${String(n)}`);

function sampleCall(name: string, node: number): HostCall {
  const passages = [1, 2, 3, 4, 5].map((rank) => ({
    title: `Passage ${String(rank * node)}`,
    text: `The ${String(rank)}th passage for call ${String(node)} speaks of a town, a founder and a river. `.repeat(4),
  }));
  return {
    node,
    kind: node % 20 === 0 ? 'llm' : 'tool',
    name: 'search',
    path: 'main>step1>search',
    occurrence: node / 10,
    request: { query: `${name} ${String(node)}` },
    reply: { ok: true, value: passages },
    ...(node % 20 === 0
      ? { usage: { modelCalls: 1, inputTokens: 9, cachedTokens: 0, outputTokens: 3, costUsd: 0 } }
      : {}),
    cached: false,
    durationMs: 3.25,
  };
}
