import type { FunctionId } from '../task/ids.js';
import type { TraceNode } from './trace.js';

/** `F(τ)`: the functions that an execution DAG invoked, sorted. */
export function touchedFunctions(nodes: readonly TraceNode[]): readonly FunctionId[] {
  const ids = new Set<FunctionId>();
  for (const node of nodes) if (node.functionId !== undefined) ids.add(node.functionId);
  return [...ids].sort();
}
