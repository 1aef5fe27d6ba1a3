import { ts } from 'ts-morph';

/** True for an expression that is one value, always: literals, arithmetic on them, arrays and objects of them, names of others. */
export function isLiteralConstant(expression: ts.Expression): boolean {
  const node = unwrapped(expression);
  if (ts.isLiteralExpression(node) || ts.isIdentifier(node)) return true;
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
    case ts.SyntaxKind.FalseKeyword:
    case ts.SyntaxKind.NullKeyword:
      return true;
    default:
  }
  if (ts.isPrefixUnaryExpression(node)) return isLiteralConstant(node.operand);
  if (ts.isBinaryExpression(node)) {
    return !isAssignment(node.operatorToken.kind) && isLiteralConstant(node.left) && isLiteralConstant(node.right);
  }
  if (ts.isTemplateExpression(node)) return node.templateSpans.every((span) => isLiteralConstant(span.expression));
  if (ts.isPropertyAccessExpression(node)) return isLiteralConstant(node.expression);
  if (ts.isSpreadElement(node)) return isLiteralConstant(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isLiteralConstant);
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.every(
      (property) =>
        (ts.isPropertyAssignment(property) &&
          !ts.isComputedPropertyName(property.name) &&
          isLiteralConstant(property.initializer)) ||
        ts.isShorthandPropertyAssignment(property) ||
        (ts.isSpreadAssignment(property) && isLiteralConstant(property.expression)),
    );
  }
  return false;
}

/**
 * True for an array that neither `as const` nor a readonly type makes immutable, and for an empty object without
 * one: nobody needs an empty literal but to fill it.
 */
export function mutableContainer(expression: ts.Expression, type: ts.TypeNode | undefined): boolean {
  const node = unwrapped(expression);
  const isArray = ts.isArrayLiteralExpression(node);
  const isEmptyObject = ts.isObjectLiteralExpression(node) && node.properties.length === 0;
  if (!isArray && !isEmptyObject) return false;
  return !/\breadonly\b|\bReadonly/.test(`${type?.getText() ?? ''} ${assertions(expression)}`);
}

/** The expression inside parentheses, `as`, `satisfies` and `!`. */
export function unwrapped(expression: ts.Expression): ts.Expression {
  let node = expression;
  while (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  ) {
    node = node.expression;
  }
  return node;
}

function assertions(expression: ts.Expression): string {
  let text = '';
  let node = expression;
  while (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    if (ts.isAsExpression(node)) text += ts.isConstTypeReference(node.type) ? ' readonly' : ` ${node.type.getText()}`;
    node = node.expression;
  }
  return text;
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
