import { asFunctionId } from '../task/ids.js';
import type { TraceNode } from '../trace/trace.js';
import type { StoredTrace } from './stored-trace.js';
import { NODE_KINDS } from './stored-trace.js';

type Columns = StoredTrace['nodes'];

/** Turns nodes into columns of small numbers over one table of strings: what deflates best and parses fastest. */
export function toColumns(nodes: readonly TraceNode[]): { readonly strings: string[]; readonly nodes: Columns } {
  const indexes = new Map<string, number>();
  const strings: string[] = [];
  const indexOf = (text: string | undefined): number => {
    if (text === undefined) return -1;
    let index = indexes.get(text);
    if (index === undefined) {
      index = strings.push(text) - 1;
      indexes.set(text, index);
    }
    return index;
  };
  const columns: Columns = { id: [], parent: [], kind: [], name: [], functionId: [], detail: [], site: [] };
  let before = 0;
  for (const node of nodes) {
    columns.id.push(node.id - before);
    columns.parent.push(node.id - node.parent);
    columns.kind.push(NODE_KINDS.indexOf(node.kind));
    columns.name.push(indexOf(node.name));
    columns.functionId.push(indexOf(node.functionId));
    columns.detail.push(indexOf(node.detail));
    columns.site.push(indexOf(node.site));
    before = node.id;
  }
  return { strings, nodes: columns };
}

/** The inverse of `toColumns`. @throws RangeError when the columns do not fit together. */
export function fromColumns(strings: readonly string[], columns: Columns): readonly TraceNode[] {
  const text = (column: readonly number[], row: number): string | undefined => strings[column[row] ?? -1];
  let id = 0;
  return columns.id.map((step, row): TraceNode => {
    id += step;
    const up = columns.parent[row];
    const kind = NODE_KINDS[columns.kind[row] ?? -1];
    const name = text(columns.name, row);
    if (up === undefined || kind === undefined || name === undefined) {
      throw new RangeError(`node ${String(row)} of the trace has no parent, kind or name`);
    }
    const functionId = text(columns.functionId, row);
    const detail = text(columns.detail, row);
    const site = text(columns.site, row);
    return {
      id,
      parent: id - up,
      kind,
      name,
      ...(functionId === undefined ? {} : { functionId: asFunctionId(functionId) }),
      ...(detail === undefined ? {} : { detail }),
      ...(site === undefined ? {} : { site }),
    };
  });
}
