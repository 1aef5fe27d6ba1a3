import type { WindowView } from '../../ports/window-view.js';
import type { Edit } from '../../ports/edit-set.js';
import { asFunctionId } from '../../task/ids.js';
import { COMMON, leadFile, renderPlan, type RenderedFunction } from './harness-shape.js';
import type { Plan } from './operator.js';
import type { SearchTool } from './search-tool.js';

/** The edits that turn one plan's harness into another's, or why they cannot be made within the rules. */
export type EditsRead =
  | { readonly kind: 'edits'; readonly edits: readonly Edit[]; readonly functions: number }
  | { readonly kind: 'impossible'; readonly why: string };

/**
 * Compares the functions of two plans. Functions that the second has no use for are removed; a step that would leave an
 * import that nothing uses is impossible, so that no grown harness has any.
 */
export function editsBetween(view: WindowView, from: Plan, to: Plan, tool: SearchTool): EditsRead {
  const before = new Map(from.size === 0 ? [] : renderPlan(from, tool).map((one) => [idOf(one), one]));
  const after = new Map(renderPlan(to, tool).map((one) => [idOf(one), one]));
  const gone = [...before].filter(([id]) => !after.has(id));
  const needed = gone.find(([, { piece }]) => COMMON.includes(piece));
  if (needed !== undefined) return impossible(`\`${needed[0]}\` would have nothing to do`);

  const editable = new Set<string>(view.editable.map(({ id }) => id));
  const untouched = new Set<string>(view.others.map(({ id }) => id));
  const imports = importsByFile(view);
  const edits: Edit[] = [];
  for (const [id] of gone) {
    if (!editable.has(id)) return impossible(`\`${id}\` would be left without use, and no failure touched it`);
    edits.push({ op: 'remove', function: asFunctionId(id) });
  }
  // Their imports elsewhere go with them.
  const removed = new Set(gone.map(([, { piece }]) => piece.name));
  let functions = gone.length;
  if (!imports.has(leadFile(tool).path)) edits.push({ op: 'file', ...leadFile(tool) });
  for (const [id, rendered] of after) {
    const { piece, code } = rendered;
    if (code.length > view.functionChars)
      return impossible(`\`${id}\` would have more than ${String(view.functionChars)} characters`);
    if (untouched.has(id)) continue;
    const old = before.get(id);
    if (editable.has(id) && old?.code === code) continue;
    functions += 1;
    if (!editable.has(id)) {
      edits.push({ op: 'file', path: piece.file, code: [...rendered.imports, '', code, ''].join('\n').trimStart() });
      continue;
    }
    const lost = old?.imports.find(
      (line) => !rendered.imports.includes(line) && !namesOf(line).every((name) => removed.has(name)),
    );
    if (lost !== undefined) return impossible(`\`${piece.file}\` would be left with an import that nothing uses`);
    const missing = rendered.imports.filter((line) => !covers(imports.get(piece.file) ?? '', line));
    if (missing.length > 0) edits.push({ op: 'declare', file: piece.file, code: missing.join('\n') });
    edits.push({ op: 'replace', function: asFunctionId(id), code });
  }
  return functions === 0 ? impossible('nothing would change') : { kind: 'edits', edits, functions };
}

const idOf = ({ piece }: RenderedFunction): string => `${piece.file}#${piece.name}`;

const impossible = (why: string): EditsRead => ({ kind: 'impossible', why });

/** The text of each file's imports, types and constants; a file that has none but a function is there with an empty text. */
function importsByFile(view: WindowView): ReadonlyMap<string, string> {
  return new Map([
    ...[...view.editable, ...view.others].map(({ id }) => [id.split('#')[0] ?? '', ''] as const),
    ...view.declarations.map(({ file, source }) => [file, source] as const),
  ]);
}

/** True where every name that an import line brings in is imported already. */
function covers(declarations: string, line: string): boolean {
  const names = namesOf(line);
  const known = [...declarations.matchAll(/^import\b[^;]*;/gm)].flatMap(([text]) => namesOf(text));
  return names.every((name) => known.includes(name));
}

const namesOf = (line: string): readonly string[] =>
  (/\{([^}]*)\}/.exec(line)?.[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
