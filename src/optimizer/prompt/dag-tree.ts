import type { HostCall, TraceNode } from '../../trace/trace.js';
import { callLines } from './call-lines.js';
import type { Detail } from './detail.js';
import { foldRepeats, type Branch } from './fold-repeats.js';
import { clip } from './preview.js';

/** An execution DAG as an indented tree: functions with arguments and value, calls with replies, errors with their place. */
export function dagTree(
  dag: { readonly nodes: readonly TraceNode[]; readonly calls: readonly HostCall[] },
  detail: Detail,
): readonly string[] {
  const children = new Map<number, TraceNode[]>();
  for (const node of dag.nodes) {
    const siblings = children.get(node.parent);
    if (siblings === undefined) children.set(node.parent, [node]);
    else siblings.push(node);
  }
  const calls = new Map(dag.calls.map((call) => [call.node, call]));
  const context: Context = { children, calls, detail, seen: new Set() };
  const lines = foldRepeats(branchesOf(0, 0, context), detail.repeats);
  return cutMiddle(lines, detail.lines);
}

interface Context {
  readonly children: ReadonlyMap<number, readonly TraceNode[]>;
  readonly calls: ReadonlyMap<number, HostCall>;
  readonly detail: Detail;
  /** Items of replies that this tree has shown. */
  readonly seen: Set<string>;
}

function branchesOf(parent: number, depth: number, context: Context): readonly Branch[] {
  return (context.children.get(parent) ?? []).map((node) => branch(node, depth, context));
}

function branch(node: TraceNode, depth: number, context: Context): Branch {
  const { detail } = context;
  const text = clip(node.detail ?? '', detail.argumentChars);
  switch (node.kind) {
    case 'function':
      return functionBranch(node, text, depth, context);
    case 'llm':
    case 'tool': {
      const call = context.calls.get(node.id);
      const bare = `${node.kind === 'llm' ? 'model' : 'tool'} ${node.name}(${text})`;
      const lines = call === undefined ? [bare] : callLines(call, detail, context.seen);
      return { name: node.name, loud: true, lines };
    }
    case 'return':
      return { name: 'return', loud: false, lines: [`→ ${text}`] };
    case 'error': {
      const site = node.site === undefined ? '' : ` at ${node.site}`;
      return { name: node.name, loud: true, lines: [`! ${node.name}: ${text}${site}`] };
    }
    case 'note':
      return { name: 'note', loud: true, lines: [`note ${node.name === 'note' ? '' : `${node.name} `}${text}`] };
  }
}

function functionBranch(node: TraceNode, text: string, depth: number, context: Context): Branch {
  const nested = context.children.get(node.id) ?? [];
  const head = `${node.name}(${text})`;
  const [only] = nested;
  if (only?.kind === 'return' && nested.length === 1) {
    return {
      name: node.name,
      loud: false,
      lines: [`${head} → ${clip(only.detail ?? '', context.detail.argumentChars)}`],
    };
  }
  if (depth >= context.detail.depth && nested.length > 0) {
    const hidden = countBelow(node.id, context.children);
    return { name: node.name, loud: true, lines: [`${head} …(${hidden} nodes deeper)`] };
  }
  const branches = branchesOf(node.id, depth + 1, context);
  const inner = foldRepeats(branches, context.detail.repeats).map((line) => `  ${line}`);
  return { name: node.name, loud: branches.some((one) => one.loud), lines: [head, ...inner] };
}

function countBelow(id: number, children: ReadonlyMap<number, readonly TraceNode[]>): number {
  let count = 0;
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of children.get(next) ?? []) {
      count += 1;
      open.push(child.id);
    }
  }
  return count;
}

/** How a run began and how it ended tell more than its middle. */
function cutMiddle(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  const head = Math.ceil(most * 0.6);
  const tail = most - head;
  return [...lines.slice(0, head), `…(${lines.length - most} lines left out)`, ...lines.slice(lines.length - tail)];
}
