import ts from 'typescript';
import { asFunction, type InstrumentedFunction } from './names.js';

/** Whether some node of a function's own code (nested functions are left out) is as asked. Arrows share `super`. */
function someOwn(fn: InstrumentedFunction, intoArrows: boolean, asked: (node: ts.Node) => boolean): boolean {
  const look = (node: ts.Node): boolean => {
    const inner = asFunction(node);
    if (inner !== undefined && !(intoArrows && ts.isArrowFunction(inner))) return false;
    return asked(node) || (ts.forEachChild(node, look) ?? false);
  };
  return fn.body !== undefined && look(fn.body);
}

/** Such a body cannot be moved into a function of its own. */
export function usesSuper(fn: InstrumentedFunction): boolean {
  return someOwn(fn, true, (node) => node.kind === ts.SyntaxKind.SuperKeyword);
}

/** Whether a `var` of the body has the name of a parameter, whose value it would then start with. */
export function redeclaresParameter(fn: InstrumentedFunction): boolean {
  const names = new Set(fn.parameters.flatMap((parameter) => boundNames(parameter.name)));
  return someOwn(fn, false, (node) => {
    const isVar = ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) === 0;
    return isVar && node.declarations.some((one) => boundNames(one.name).some((name) => names.has(name)));
  });
}

/** Whether a `finally` of the function may yet override one of its returns. */
export function returnsUnderFinally(fn: InstrumentedFunction): boolean {
  return someOwn(fn, false, (node) => ts.isReturnStatement(node) && enclosing(node, fn, true));
}

/** Whether a rejection of the returned promise would be caught, or awaited by a `finally`, if it were awaited here. */
export function isProtected(node: ts.ReturnStatement, fn: InstrumentedFunction): boolean {
  return enclosing(node, fn, false);
}

function enclosing(start: ts.Node, fn: InstrumentedFunction, onlyFinally: boolean): boolean {
  for (let node = start; node !== fn && !ts.isSourceFile(node); node = node.parent) {
    const above = node.parent;
    const clause = ts.isCatchClause(above) ? above.parent : above;
    if (!ts.isTryStatement(clause) || node === clause.finallyBlock) continue;
    if (clause.finallyBlock !== undefined) return true;
    if (!onlyFinally && node === clause.tryBlock) return true;
  }
  return false;
}

/** Names that a parameter or variable binds. */
export function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)));
}

/** An expression that can run no function: a callback that is only this needs no hooks. */
export function isInert(node: ts.Node): boolean {
  if (ts.isIdentifier(node) || ts.isLiteralExpression(node)) return true;
  if (ts.isParenthesizedExpression(node)) return isInert(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return isInert(node.operand);
  if (ts.isBinaryExpression(node)) return isInert(node.left) && isInert(node.right);
  return (
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.NullKeyword
  );
}
