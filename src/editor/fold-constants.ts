import { ts } from 'ts-morph';
import {
  asNumber,
  asText,
  FOLD_LENGTH,
  isList,
  type Bound,
  type Constant,
  type Fold,
  type FoldWith,
} from './constant.js';
import { foldCall } from './fold-calls.js';
import { unwrapped } from './literal-constant.js';

const FOLD_DEPTH = 120;
/** Most expressions that one folder evaluates, so that nested maps over long arrays end. */
const FOLD_STEPS = 100_000;
const NOTHING: Bound = new Map();

/** A folder over one program. Constants resolve through their initialiser, across files. Values are kept for the program's life. */
export function openFold(checker: ts.TypeChecker): Fold {
  const known = new Map<ts.Node, Constant | undefined>();
  let depth = 0;
  let steps = 0;

  const fold: FoldWith = (node, bound) => {
    if (bound.size === 0 && known.has(node)) return known.get(node);
    if (depth >= FOLD_DEPTH || steps >= FOLD_STEPS) return undefined;
    depth += 1;
    steps += 1;
    // A constant that refers to itself has no value while it is being folded.
    if (bound.size === 0) known.set(node, undefined);
    const value = bounded(evaluate(node, bound));
    depth -= 1;
    if (bound.size === 0) known.set(node, value);
    return value;
  };

  const evaluate: FoldWith = (expression, bound) => {
    const node = unwrapped(expression);
    if (node !== expression) return fold(node, bound);
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isBigIntLiteral(node)) return node.text.replace(/n$/, '');
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (node.kind === ts.SyntaxKind.NullKeyword) return null;
    if (ts.isIdentifier(node)) return bound.get(node.text) ?? ofIdentifier(node);
    if (ts.isTemplateExpression(node)) return ofTemplate(node, bound);
    if (ts.isPrefixUnaryExpression(node)) return ofPrefix(node.operator, fold(node.operand, bound));
    if (ts.isBinaryExpression(node)) {
      return ofBinary(node.operatorToken.kind, fold(node.left, bound), fold(node.right, bound));
    }
    if (ts.isArrayLiteralExpression(node)) return ofArray(node, bound);
    if (ts.isObjectLiteralExpression(node)) return ofObject(node, bound);
    if (ts.isPropertyAccessExpression(node)) return memberOf(fold(node.expression, bound), node.name.text);
    if (ts.isElementAccessExpression(node)) {
      const key = fold(node.argumentExpression, bound);
      return typeof key === 'string' || typeof key === 'number'
        ? memberOf(fold(node.expression, bound), String(key))
        : undefined;
    }
    if (ts.isCallExpression(node)) return foldCall(node, bound, fold);
    if (ts.isTaggedTemplateExpression(node)) return fold(node.template, bound);
    return undefined;
  };

  const ofIdentifier = (node: ts.Identifier): Constant | undefined => {
    let symbol = checker.getSymbolAtLocation(node);
    if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
    const declaration = symbol?.valueDeclaration;
    if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
    return declaration.initializer === undefined ? undefined : fold(declaration.initializer, NOTHING);
  };

  const ofTemplate = (node: ts.TemplateExpression, bound: Bound): Constant | undefined => {
    let text = node.head.text;
    for (const span of node.templateSpans) {
      const value = asText(fold(span.expression, bound));
      if (value === undefined) return undefined;
      text += value + span.literal.text;
    }
    return text;
  };

  const ofArray = (node: ts.ArrayLiteralExpression, bound: Bound): Constant | undefined => {
    const items: Constant[] = [];
    for (const element of node.elements) {
      const spread = ts.isSpreadElement(element);
      const value = fold(spread ? element.expression : element, bound);
      if (value === undefined) return undefined;
      if (!spread) items.push(value);
      else if (typeof value === 'string') items.push(...value);
      else if (isList(value)) items.push(...value);
      else return undefined;
    }
    return items;
  };

  const ofObject = (node: ts.ObjectLiteralExpression, bound: Bound): Constant | undefined => {
    const members = new Map<string, Constant>();
    for (const property of node.properties) {
      if (!ts.isPropertyAssignment(property) || !(ts.isIdentifier(property.name) || ts.isStringLiteral(property.name)))
        continue;
      const value = fold(property.initializer, bound);
      if (value !== undefined) members.set(property.name.text, value);
    }
    return Object.fromEntries(members);
  };

  return (node) => fold(node, NOTHING);
}

function bounded(value: Constant | undefined): Constant | undefined {
  return (typeof value === 'string' || isList(value)) && value.length > FOLD_LENGTH ? undefined : value;
}

function memberOf(owner: Constant | undefined, name: string): Constant | undefined {
  if (owner === undefined || owner === null) return undefined;
  if (typeof owner === 'string' || isList(owner)) return name === 'length' ? owner.length : owner[Number(name)];
  return typeof owner === 'object' && Object.hasOwn(owner, name) ? owner[name] : undefined;
}

function ofPrefix(operator: ts.PrefixUnaryOperator, value: Constant | undefined): Constant | undefined {
  if (value === undefined) return undefined;
  if (operator === ts.SyntaxKind.ExclamationToken)
    return value === false || value === null || value === '' || value === 0;
  const number = asNumber(value);
  if (operator === ts.SyntaxKind.MinusToken) return -number;
  if (operator === ts.SyntaxKind.PlusToken) return number;
  return operator === ts.SyntaxKind.TildeToken ? ~number : undefined;
}

function ofBinary(
  operator: ts.SyntaxKind,
  left: Constant | undefined,
  right: Constant | undefined,
): Constant | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (operator === ts.SyntaxKind.PlusToken && (typeof left === 'string' || typeof right === 'string')) {
    const [a, b] = [asText(left), asText(right)];
    return a === undefined || b === undefined ? undefined : a + b;
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  switch (operator) {
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.SlashToken:
      return left / right;
    case ts.SyntaxKind.PercentToken:
      return left % right;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    case ts.SyntaxKind.LessThanLessThanToken:
      return left << right;
    case ts.SyntaxKind.GreaterThanGreaterThanToken:
      return left >> right;
    case ts.SyntaxKind.BarToken:
      return left | right;
    case ts.SyntaxKind.AmpersandToken:
      return left & right;
    case ts.SyntaxKind.CaretToken:
      return left ^ right;
    default:
      return undefined;
  }
}
