import { ts } from 'ts-morph';
import type { FunctionId } from '../task/ids.js';
import { locateFunctions, memberFunction, sourceOf, startOf, type LocatedFunction } from './locate-functions.js';

/** A file as its functions and all the rest, so that two versions of it can be compared part by part. */
export interface Outline {
  readonly functions: ReadonlyMap<FunctionId, LocatedFunction>;
  /** Every other top-level statement; a class counts with its functions cut out. */
  readonly rest: readonly RestPart[];
}

export interface RestPart {
  readonly text: string;
  readonly node: ts.Statement;
  /** Constants that it declares. */
  readonly constants: readonly string[];
}

/** Takes a file apart. */
export function outlineOf(file: string, source: ts.SourceFile): Outline {
  const located = locateFunctions(file, source);
  const wholes = new Set<ts.Node>(located.map((item) => item.node));
  const rest = source.statements
    .filter((statement) => !wholes.has(statement))
    .map((node): RestPart => ({ node, text: restText(node), constants: constantsOf(node) }));
  return { functions: new Map(located.map((item) => [item.id, item])), rest };
}

function restText(statement: ts.Statement): string {
  if (!ts.isClassDeclaration(statement)) return sourceOf(statement);
  const source = statement.getSourceFile().text;
  let text = '';
  let position = startOf(statement);
  for (const member of statement.members) {
    if (memberFunction(member) === undefined) continue;
    text += source.slice(position, startOf(member));
    position = member.end;
  }
  // A removed member takes its line along, so spacing does not count.
  return (text + source.slice(position, statement.end)).replace(/\s+/g, ' ').replace(/ ?([{}]) ?/g, '$1');
}

function constantsOf(statement: ts.Statement): readonly string[] {
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map((declaration) => declaration.name.getText());
}

/** How one version of a harness differs from another. */
export interface Difference {
  readonly added: readonly LocatedFunction[];
  /** With the version before and the version after. */
  readonly replaced: readonly (readonly [LocatedFunction, LocatedFunction])[];
  readonly removed: readonly LocatedFunction[];
  readonly newRest: readonly { readonly file: string; readonly part: RestPart }[];
  readonly lostRest: readonly { readonly file: string; readonly part: RestPart }[];
}

/** Compares two outlines of a whole harness, by file. */
export function differenceOf(before: ReadonlyMap<string, Outline>, after: ReadonlyMap<string, Outline>): Difference {
  const added: LocatedFunction[] = [];
  const replaced: (readonly [LocatedFunction, LocatedFunction])[] = [];
  const removed: LocatedFunction[] = [];
  const newRest: { file: string; part: RestPart }[] = [];
  const lostRest: { file: string; part: RestPart }[] = [];
  for (const file of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(file), after.get(file)];
    for (const located of now?.functions.values() ?? []) {
      const earlier = old?.functions.get(located.id);
      if (earlier === undefined) added.push(located);
      else if (sourceOf(earlier.node) !== sourceOf(located.node)) replaced.push([earlier, located]);
    }
    for (const located of old?.functions.values() ?? []) {
      if (now?.functions.has(located.id) !== true) removed.push(located);
    }
    for (const part of without(now?.rest ?? [], old?.rest ?? [])) newRest.push({ file, part });
    for (const part of without(old?.rest ?? [], now?.rest ?? [])) lostRest.push({ file, part });
  }
  return { added, replaced, removed, newRest, lostRest };
}

/** Parts of the first list that the second does not have as often. */
function without(parts: readonly RestPart[], others: readonly RestPart[]): readonly RestPart[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return parts.filter(({ text }) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}
