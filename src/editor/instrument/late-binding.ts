import ts from 'typescript';
import { id } from './hooks.js';

const make = ts.factory;

/**
 * The head of a `for await` whose pattern is taken apart in the body: defaults in a pattern may call functions, and
 * only in the body is the current node the loop's own again.
 */
export function lateBinding(
  initializer: ts.ForInitializer,
  local: string,
): { readonly initializer: ts.ForInitializer; readonly first: readonly ts.Statement[] } {
  if (!ts.isVariableDeclarationList(initializer)) return { initializer, first: [] };
  const [variable] = initializer.declarations;
  if (variable === undefined || ts.isIdentifier(variable.name)) return { initializer, first: [] };
  const bound = make.createVariableDeclaration(variable.name, undefined, undefined, id(local));
  const list = make.createVariableDeclarationList([bound], initializer.flags & ts.NodeFlags.BlockScoped);
  return {
    initializer: make.createVariableDeclarationList([make.createVariableDeclaration(local)], ts.NodeFlags.Const),
    first: [make.createVariableStatement(undefined, list)],
  };
}
