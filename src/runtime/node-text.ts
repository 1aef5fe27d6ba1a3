import type { TraceNode } from '../trace/trace.js';

const quote = JSON.stringify;

/** JSON text of nodes, as `jsonText` would write it: nodes are flat, and most of what a traced run says. */
export function nodesText(nodes: readonly TraceNode[]): string {
  let text = '[';
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (node === undefined) continue;
    const { id, parent, kind, name, functionId, detail, site } = node;
    text += `${index === 0 ? '' : ','}{"id":${quote(id)},"parent":${quote(parent)},"kind":"${kind}","name":${quote(name)}`;
    if (functionId !== undefined) text += `,"functionId":${quote(functionId)}`;
    if (detail !== undefined) text += `,"detail":${quote(detail)}`;
    if (site !== undefined) text += `,"site":"${site}"`;
    text += '}';
  }
  return `${text}]`;
}
