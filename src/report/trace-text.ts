import type { Trace, TraceNode } from '../trace/trace.js';
import { limitOutcome } from '../trace/limit-outcome.js';
import type { Colors } from './colors.js';
import { duration, plural } from './numbers.js';
import { clip } from './transition-line.js';

/** Levels that are indented; a deeper call says how deep it is instead. */
const DEEPEST = 40;

/** A trace as an indented tree: who called whom, in order, with previews. */
export function traceText(trace: Trace, colors: Colors, width = 160): string {
  const children = new Map<number, TraceNode[]>();
  for (const node of trace.nodes) {
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  const replies = new Map(trace.calls.map((call) => [call.node, call.reply]));
  const lines: string[] = [];
  // A stack of its own: a trace can be deeper than the language's.
  const open = (children.get(0) ?? []).map((node) => ({ node, depth: 0 })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    lines.push(clip(`${indent(depth)}${nodeLine(node)}`, width));
    const reply = replies.get(node.id);
    if (reply) {
      const text = reply.ok ? JSON.stringify(reply.value) : `${reply.error.name}: ${reply.error.message}`;
      lines.push(clip(`${indent(depth + 1)}⇐ ${text}`, width));
    }
    for (const child of (children.get(node.id) ?? []).toReversed()) open.push({ node: child, depth: depth + 1 });
  }
  const { usage } = trace;
  const end = trace.end.kind === 'answered' ? colors.green('answered') : colors.red(endText(trace));
  const dropped = trace.droppedNodes > 0 ? `, ${plural(trace.droppedNodes, 'node')} not recorded` : '';
  lines.push(
    `${end} after ${duration(trace.wallMs)}: ${plural(trace.nodes.length, 'node')}${dropped}, ${plural(usage.modelCalls, 'model call')}, ${plural(usage.inputTokens + usage.outputTokens, 'token')}`,
  );
  return lines.join('\n');
}

const indent = (depth: number): string =>
  depth <= DEEPEST ? '  '.repeat(depth) : `${'  '.repeat(DEEPEST)}(${String(depth)} deep) `;

export { endOutcome } from '../trace/limit-outcome.js';

/** How a run ended, in words. */
export function endText(trace: Pick<Trace, 'end'>): string {
  const { end } = trace;
  switch (end.kind) {
    case 'answered':
      return 'answered';
    case 'guest-error':
      return `${end.name}: ${end.message}${end.site === undefined ? '' : ` at ${end.site}`}`;
    case 'invalid-answer':
      return `invalid answer: ${end.message}`;
    case 'limit':
      return `${limitOutcome(end.limit)} (${end.limit}): ${end.message}`;
    case 'crash':
    case 'missing':
      return `${end.kind}: ${end.message}`;
  }
}

function nodeLine(node: TraceNode): string {
  const detail = node.detail ?? '';
  switch (node.kind) {
    case 'function':
      return `${node.name}(${detail})`;
    case 'llm':
      return `◇ llm.${node.name} ${detail}`;
    case 'tool':
      return `◆ tools.${node.name} ${detail}`;
    case 'return':
      return `→ ${detail}`;
    case 'error':
      return `✗ ${node.name}: ${detail}${node.site === undefined ? '' : ` at ${node.site}`}`;
    case 'note':
      return `# ${detail}`;
  }
}
