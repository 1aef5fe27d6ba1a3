import type { TraceNode } from '../trace/trace.js';

/** Where host calls stand: names along the lexical call path, and how many calls came before on the same path. */
export class CallPaths {
  readonly #paths = new Map<number, string>([[0, '']]);
  readonly #counts = new Map<string, number>();

  /** Takes new nodes, parents first. */
  record(nodes: readonly TraceNode[]): void {
    for (const node of nodes) {
      if (node.kind !== 'function') continue;
      const above = this.#paths.get(node.parent) ?? '';
      this.#paths.set(node.id, above === '' ? node.name : `${above}>${node.name}`);
    }
  }

  /** The path of a call made under function node `parent`, and its occurrence from 0. */
  next(parent: number): { readonly path: string; readonly occurrence: number } {
    const path = this.#paths.get(parent) ?? '';
    const occurrence = this.#counts.get(path) ?? 0;
    this.#counts.set(path, occurrence + 1);
    return { path, occurrence };
  }
}
