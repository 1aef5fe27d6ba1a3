import ts from 'typescript';
import { hook, id, run } from './hooks.js';

const make = ts.factory;

/** A catch clause that shows its error to the recorder first, so that its text is the same in every engine. */
export function catching(clause: ts.CatchClause, freshName: () => string): ts.CatchClause {
  const binding = clause.variableDeclaration?.name;
  if (binding === undefined) {
    const unnamed = id(freshName());
    return rebuilt(clause, unnamed, [run(hook('caught', unnamed))]);
  }
  if (ts.isIdentifier(binding)) return rebuilt(clause, binding, [run(hook('caught', id(binding.text)))]);
  const name = freshName();
  const taken = make.createVariableDeclaration(binding, undefined, undefined, hook('caught', id(name)));
  const list = make.createVariableDeclarationList([taken], ts.NodeFlags.Let);
  return rebuilt(clause, id(name), [make.createVariableStatement(undefined, list)]);
}

function rebuilt(clause: ts.CatchClause, name: ts.Identifier, first: readonly ts.Statement[]): ts.CatchClause {
  const block = make.updateBlock(clause.block, [...first, ...clause.block.statements]);
  return make.updateCatchClause(clause, make.createVariableDeclaration(name), block);
}
