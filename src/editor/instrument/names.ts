import ts from 'typescript';

/** Any function with a body of its own. */
export type InstrumentedFunction =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.GetAccessorDeclaration
  | ts.SetAccessorDeclaration
  | ts.ConstructorDeclaration;

/** The node as a function that has a body, or `undefined`: overloads and abstract members have none. */
export function asFunction(node: ts.Node): InstrumentedFunction | undefined {
  const isFunction =
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isSetAccessorDeclaration(node) ||
    ts.isConstructorDeclaration(node);
  return isFunction && node.body !== undefined ? node : undefined;
}

/**
 * A function's own name as its trace node shows it (`inner`, `C.am`, `handlers.search`), or `undefined` for an
 * anonymous one (a callback, an immediately called function), which counts as its owner.
 */
export function ownName(fn: InstrumentedFunction): string | undefined {
  if (ts.isConstructorDeclaration(fn)) return inHolder(fn.parent, 'constructor');
  if (ts.isMethodDeclaration(fn) || ts.isAccessor(fn)) return inHolder(fn.parent, propertyText(fn.name));
  if (ts.isFunctionDeclaration(fn)) return fn.name?.text ?? 'default';
  const { holder } = valueOf(fn);
  if (ts.isVariableDeclaration(holder) && ts.isIdentifier(holder.name)) return holder.name.text;
  if (ts.isPropertyDeclaration(holder) || ts.isPropertyAssignment(holder)) {
    return inHolder(holder.parent, propertyText(holder.name));
  }
  if (ts.isExportAssignment(holder)) return 'default';
  return ts.isFunctionExpression(fn) ? fn.name?.text : undefined;
}

/** Where a value goes: the node above its parentheses and type assertions, if the value is all that this node takes. */
function valueOf(expression: ts.Expression): { readonly holder: ts.Node } {
  let value: ts.Node = expression;
  while (
    ts.isParenthesizedExpression(value.parent) ||
    ts.isAsExpression(value.parent) ||
    ts.isSatisfiesExpression(value.parent)
  ) {
    value = value.parent;
  }
  const holder = value.parent;
  const isInitializer = 'initializer' in holder && holder.initializer === value;
  return { holder: isInitializer || ts.isExportAssignment(holder) ? holder : value };
}

function inHolder(holder: ts.Node, member: string): string {
  const name = holderName(holder);
  return name === undefined ? member : `${name}.${member}`;
}

function holderName(holder: ts.Node): string | undefined {
  if (ts.isClassDeclaration(holder)) return holder.name?.text ?? 'default';
  if (ts.isClassExpression(holder) && holder.name !== undefined) return holder.name.text;
  if (!ts.isClassExpression(holder) && !ts.isObjectLiteralExpression(holder)) return undefined;
  const { holder: above } = valueOf(holder);
  if (ts.isVariableDeclaration(above) && ts.isIdentifier(above.name)) return above.name.text;
  return ts.isExportAssignment(above) ? 'default' : undefined;
}

function propertyText(name: ts.PropertyName): string {
  return ts.isStringLiteral(name) || ts.isNumericLiteral(name) || ts.isNoSubstitutionTemplateLiteral(name)
    ? name.text
    : name.getText();
}
