import { ts } from 'ts-morph';
import type { HarnessFiles } from '../ports/interface.js';
import { memberFunction, harnessSource, sourceOf, startOf } from './locate-functions.js';
import { outlineOf } from './outline.js';

/**
 * The top-level imports, types and constants of each file that has any, by file name; of a class that has fields,
 * the class without its functions.
 */
export function harnessDeclarations(
  files: HarnessFiles,
): readonly { readonly file: string; readonly source: string }[] {
  return Object.keys(files)
    .sort()
    .flatMap((file) => {
      const { rest } = outlineOf(file, harnessSource(file, files[file] ?? ''));
      const texts = rest.map(({ node }) => (ts.isClassDeclaration(node) ? classFrame(node) : sourceOf(node)));
      const source = texts.filter((text) => text !== '').join('\n');
      return source === '' ? [] : [{ file, source }];
    });
}

/** A class declaration without its functions; empty when nothing but functions is in it. */
function classFrame(node: ts.ClassDeclaration): string {
  const fields = node.members.filter((member) => memberFunction(member) === undefined);
  if (fields.length === 0 && node.heritageClauses === undefined) return '';
  const source = node.getSourceFile().text;
  const head = source.slice(startOf(node), node.members.pos).trimEnd();
  return [head, ...fields.map((field) => `  ${sourceOf(field)}`), '}'].join('\n');
}
