import { SourceMap, type SourceMapping } from 'node:module';
import type { TraceNode } from '../trace/trace.js';

/** A place in a harness's TypeScript; line and column from 1. */
export interface SourceSite {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Turns a place in a linked script (line and column from 1) into its TypeScript; `undefined` for the prelude. */
export type Locate = (line: number, column: number) => SourceSite | undefined;

/** Reads a bundle's source map (JSON text) once. */
export function openLocate(sourceMap: string): Locate {
  const map = new SourceMap(JSON.parse(sourceMap) as ConstructorParameters<typeof SourceMap>[0]); // written by our linker
  return (line, column) => {
    const entry: Partial<SourceMapping> = map.findEntry(line - 1, column - 1);
    const { originalSource, originalLine, originalColumn } = entry;
    if (originalSource === undefined || originalLine === undefined || originalColumn === undefined) return undefined;
    return { file: originalSource, line: originalLine + 1, column: originalColumn + 1 };
  };
}

/** The one-off form of `openLocate`. */
export const locate = (sourceMap: string, line: number, column: number): SourceSite | undefined =>
  openLocate(sourceMap)(line, column);

/**
 * Nodes as they are to be stored: an error node leaves the guest with the `line:column` of its frames in the linked
 * script (`12:3 40:9`) as its site, and gets the innermost one that lies in the harness, as `file:line:column`.
 */
export function siteNodes(find: Locate, nodes: readonly TraceNode[]): readonly TraceNode[] {
  return nodes.map((node) => {
    if (node.site === undefined) return node;
    const { site, ...rest } = node;
    const found = siteOf(find, site);
    return found === undefined ? rest : { ...rest, site: found };
  });
}

function siteOf(find: Locate, frames: string): string | undefined {
  for (const frame of frames.split(' ')) {
    const match = /^(\d+):(\d+)$/.exec(frame);
    const found = match && find(Number(match[1]), Number(match[2]));
    if (found) return `${found.file}:${String(found.line)}:${String(found.column)}`;
  }
  return undefined;
}
