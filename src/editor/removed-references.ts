import { ts } from 'ts-morph';
import type { Reason } from '../ports/editor.js';
import type { FunctionId } from '../task/ids.js';
import { lineAt, locateFunctions, type LocatedFunction } from './locate-functions.js';
import type { Loaded } from './workspace.js';

/**
 * Removed functions that something still refers to, found by symbol in the harness before the edit. References
 * from functions that the same edit set removes or replaces do not count: the type check reads their new code.
 */
export function removedReferences(
  before: Loaded,
  removed: readonly LocatedFunction[],
  edited: ReadonlySet<FunctionId>,
): readonly Reason[] {
  const checker = before.program.getTypeChecker();
  const located = [...before.sources].flatMap(([file, source]) => locateFunctions(file, source));
  const symbols = new Map<ts.Symbol, FunctionId>();
  for (const { id } of removed) {
    const own = located.find((item) => item.id === id);
    const name = own === undefined ? undefined : nameOf(own.node);
    const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
    if (symbol !== undefined) symbols.set(symbol, id);
  }
  const reasons: Reason[] = [];
  for (const [file, source] of before.sources) {
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node)) return;
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
        const symbol = resolved(checker, node);
        const id = symbol === undefined ? undefined : symbols.get(symbol);
        const holder = located.find(
          (item) => item.file === file && node.pos >= item.node.pos && node.end <= item.node.end,
        );
        if (id !== undefined && (holder === undefined || !edited.has(holder.id))) {
          const where = `${file}:${String(lineAt(source, node.getStart(source)))}`;
          reasons.push({
            rule: 'target',
            at: where,
            message: `\`${id}\` cannot be removed: ${holder === undefined ? where : `\`${holder.id}\``} still refers to it; replace that first, in the same edit set`,
          });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return reasons;
}

function resolved(checker: ts.TypeChecker, node: ts.Identifier | ts.PrivateIdentifier): ts.Symbol | undefined {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

function nameOf(node: LocatedFunction['node']): ts.Node | undefined {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0]?.name;
  return ts.isFunctionDeclaration(node) || ts.isClassElement(node) ? node.name : undefined;
}
