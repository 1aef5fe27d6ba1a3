import { ts } from 'ts-morph';
import type { EditRules, Reason } from '../ports/editor.js';
import type { EditSet } from '../ports/edit-set.js';
import type { FunctionId } from '../task/ids.js';
import { lineAt, sourceOf, startOf, type LocatedFunction } from './locate-functions.js';
import type { Difference } from './outline.js';
import { signatureChanges, signatureOf } from './signature.js';

/** Most characters of one function, doc comment and all; of one constant or type, too. */
export const FUNCTION_CHARS = 6000;

/** `file:line` of a function. */
export const placeOf = (located: LocatedFunction): string => placeAt(located.file, located.node);

/** `file:line` of a declaration, where its doc comment ends. */
export const placeAt = (file: string, node: ts.Node): string =>
  `${file}:${String(lineAt(node.getSourceFile(), node.getStart()))}`;

/** Functions outside `{main} ∪ ⋃ F(τ_i)` that an edit set touches. */
export function scopeReasons(difference: Difference, editSet: EditSet, rules: EditRules): readonly Reason[] {
  if (rules.surface === 'all') return [];
  const surface = new Set<FunctionId>(rules.surface);
  const named = new Set(
    editSet.edits.flatMap((edit) => (edit.op === 'replace' || edit.op === 'remove' ? [edit.function] : [])),
  );
  const places = new Map<FunctionId, string>();
  for (const id of named) places.set(id, `edits of ${id}`);
  for (const located of difference.removed) places.set(located.id, placeOf(located));
  for (const [, located] of difference.replaced) places.set(located.id, placeOf(located));
  return [...places]
    .filter(([id]) => !surface.has(id))
    .map(([id, at]) => ({
      rule: 'scope',
      at,
      message: `\`${id}\` was not touched by the failures of this window, so it may not be edited; edit ${list([...surface])}, or add a new function`,
    }));
}

/** More functions and constants than `L`, with what was counted. */
export function budgetReasons(difference: Difference, rules: EditRules): readonly Reason[] {
  const counted = [
    ...difference.replaced.map(([, { id }]) => `replaced \`${id}\``),
    ...difference.added.map(({ id }) => `added \`${id}\``),
    ...difference.removed.map(({ id }) => `removed \`${id}\``),
    ...difference.newRest.flatMap(({ file, part }) => [
      ...part.constants.map((name) => `declared constant \`${file}#${name}\``),
      ...(ts.isClassDeclaration(part.node) && !difference.added.some((item) => item.node.parent === part.node)
        ? [`added class \`${part.node.name?.text ?? 'default'}\``]
        : []),
    ]),
  ];
  if (counted.length <= rules.budget) return [];
  return [
    {
      rule: 'budget',
      message: `${String(counted.length)} functions and constants changed, at most ${String(rules.budget)} are allowed: ${counted.join(', ')}; keep the ones that matter most`,
    },
  ];
}

/** Functions, constants and types that are longer than the cap. */
export function sizeReasons(difference: Difference): readonly Reason[] {
  const parts: readonly { readonly name: string; readonly at: string; readonly chars: number }[] = [
    ...difference.added.map((located) => ({
      name: located.id,
      at: placeOf(located),
      chars: sourceOf(located.node).length,
    })),
    ...difference.replaced.map(([, located]) => ({
      name: located.id,
      at: placeOf(located),
      chars: sourceOf(located.node).length,
    })),
    ...difference.newRest.map(({ file, part }) => ({
      name: `${file} declaration`,
      at: placeAt(file, part.node),
      chars: part.text.length,
    })),
  ];
  return parts
    .filter(({ chars }) => chars > FUNCTION_CHARS)
    .map(({ name, at, chars }) => ({
      rule: 'size',
      at,
      message: `\`${name}\` has ${String(chars)} characters, at most ${String(FUNCTION_CHARS)} are allowed; split it into functions that each do one thing`,
    }));
}

/** Replaced functions whose signature is not what it was. */
export function signatureReasons(difference: Difference): readonly Reason[] {
  return difference.replaced.flatMap(([before, after]) => {
    const changes = signatureChanges(signatureOf(before), signatureOf(after));
    if (changes.length === 0) return [];
    return [
      {
        rule: 'signature' as const,
        at: placeOf(after),
        message: `a replacement of \`${after.id}\` keeps its signature: ${changes.join('; ')}; for another signature add a new function`,
      },
    ];
  });
}

/** What an edit set changes beside the functions, constants, types and imports that its edits name. */
export function strayReasons(
  difference: Difference,
  editSet: EditSet,
  oldFiles: ReadonlySet<string>,
): readonly Reason[] {
  const named = new Set<string>(
    editSet.edits.flatMap((edit) => (edit.op === 'replace' || edit.op === 'remove' ? [edit.function] : [])),
  );
  const stray = [...difference.removed, ...difference.replaced.map(([, after]) => after)].filter(
    ({ id }) => !named.has(id),
  );
  const extended = new Set(
    editSet.edits.flatMap((edit) =>
      edit.op === 'add' || edit.op === 'declare' ? [edit.file] : edit.op === 'file' ? [edit.path] : [],
    ),
  );
  return [
    ...stray.map((located): Reason => ({
      rule: 'shape',
      at: placeOf(located),
      message: `an edit's code changes \`${located.id}\`, which no edit names; end the code with its closing brace and no line comment after it`,
    })),
    ...difference.added
      .filter(({ file }) => oldFiles.has(file) && !extended.has(file))
      .map((located): Reason => ({
        rule: 'shape',
        at: placeOf(located),
        message: `a replacement brings \`${located.id}\` in; put new functions in an \`add\` edit`,
      })),
    ...difference.lostRest
      .filter(({ part }) => !ts.isImportDeclaration(part.node))
      .map(({ file, part }): Reason => ({
        rule: 'shape',
        at: placeAt(file, part.node),
        message:
          'an edit changes a declaration that is no function; types, constants and class fields stay as they are',
      })),
  ];
}

const list = (ids: readonly string[]): string =>
  ids.length === 0 ? 'nothing' : ids.map((id) => `\`${id}\``).join(', ');

/**
 * What an edit set wrote in each file: changed and new functions and new declarations, each with the comments
 * around it, up to the next declaration.
 */
export function writtenRanges(
  difference: Difference,
): ReadonlyMap<string, readonly { readonly start: number; readonly end: number }[]> {
  const ranges = new Map<string, { start: number; end: number }[]>();
  const put = (file: string, node: ts.Node): void => {
    ranges.set(file, [...(ranges.get(file) ?? []), { start: node.getFullStart(), end: nextStart(node) }]);
  };
  for (const located of difference.added) put(located.file, located.node);
  for (const [, located] of difference.replaced) put(located.file, located.node);
  for (const { file, part } of difference.newRest) put(file, part.node);
  return ranges;
}

function nextStart(node: ts.Node): number {
  const { parent } = node;
  const siblings: readonly ts.Node[] = ts.isSourceFile(parent)
    ? parent.statements
    : ts.isClassDeclaration(parent)
      ? parent.members
      : [];
  const next = siblings[siblings.indexOf(node) + 1];
  return next === undefined ? parent.end : startOf(next);
}
