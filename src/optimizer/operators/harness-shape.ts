import { CATALOGUE } from './catalogue/catalogue.js';
import type { Piece, Plan } from './operator.js';
import { leadType, LEAD_FILE } from './pieces/lead.js';
import { mainPiece } from './pieces/main.js';
import { mergeRankings } from './pieces/merge-rankings.js';
import { queriesOf } from './pieces/queries-of.js';
import { searchAll, searchOnce } from './pieces/search-once.js';
import type { SearchTool } from './search-tool.js';

/** Functions that every harness of the operators has. */
export const COMMON: readonly Piece[] = [mainPiece, queriesOf, searchAll, mergeRankings, searchOnce];

/** Every function that an operator can write, each once. */
export const PIECES: readonly Piece[] = [...new Set([...COMMON, ...CATALOGUE.flatMap(({ pieces }) => pieces)])];

/** A function of the harness that a plan stands for. */
export interface RenderedFunction {
  readonly piece: Piece;
  readonly code: string;
  /** What its file has to import, a line each. */
  readonly imports: readonly string[];
}

/** The functions of a plan: the common ones and those of its operators. */
export function renderPlan(plan: Plan, tool: SearchTool): readonly RenderedFunction[] {
  const wanted = new Set<Piece>([
    ...COMMON,
    ...CATALOGUE.flatMap(({ name, pieces }) => (plan.has(name) ? pieces : [])),
  ]);
  return [...wanted].flatMap((piece) => {
    const code = piece.code(plan, tool);
    return code === undefined ? [] : [{ piece, code, imports: importsOf(piece, code) }];
  });
}

const RUNTIME_TYPES = ['Answer', 'Runtime', 'Task'] as const;

/** The imports that a function needs: what stands in its code outside of comments and strings. */
function importsOf(piece: Piece, code: string): readonly string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\/|'[^'\n]*'/g, ' ');
  const has = (name: string): boolean => new RegExp(`(?<!\\w|[^.]\\.)${name}\\b`).test(bare);
  const types = RUNTIME_TYPES.filter(has);
  return [
    ...(types.length > 0 ? [`import type { ${types.join(', ')} } from 'espalier/runtime';`] : []),
    ...(has('s\\.') ? ["import { s } from 'espalier/runtime';"] : []),
    ...(has('Lead') ? [`import type { Lead } from './${LEAD_FILE.replace(/\.ts$/, '.js')}';`] : []),
    ...PIECES.filter((other) => other !== piece && has(other.name)).map(
      (other) => `import { ${other.name} } from './${other.file.replace(/\.ts$/, '.js')}';`,
    ),
  ];
}

/** The file that has the type of a lead. */
export const leadFile = (tool: SearchTool): { readonly path: string; readonly code: string } => ({
  path: LEAD_FILE,
  code: leadType(tool),
});
