import { ts } from 'ts-morph';
import { LANGUAGE_GLOBALS } from './language-globals.js';
import { functionOf, lineAt } from './locate-functions.js';
import type { Breach } from './module-rules.js';

/**
 * Every place where code changes a function, a class, an import or the language itself while it runs: `f = …` behind a
 * cast, `f.x = …`, `Object.assign(C, …)`, `this.method = …`. An edit would reach past its surface with it.
 */
export function reassignments(source: ts.SourceFile): readonly Breach[] {
  const fixed = fixedNames(source);
  const breaches: Breach[] = [];
  const put = (node: ts.Node, what: string): void => {
    breaches.push({
      rule: 'forbidden',
      line: lineAt(source, node.getStart(source)),
      message: `no change of ${what} while the code runs; write it as it is to be, in an edit of its own`,
    });
  };
  const visit = (node: ts.Node): void => {
    for (const target of targetsOf(node)) {
      const root = rootOf(target);
      if (ts.isIdentifier(root) && isFixed(root, fixed)) put(node, `\`${root.text}\``);
      else if (root.kind === ts.SyntaxKind.ThisKeyword && isMethod(target)) put(node, 'a method');
      else if (!ts.isCallExpression(node) && isCastName(target)) {
        const message = `no assignment to \`${bare(target).getText()}\` through a cast: it hides a constant from the check; assign to the name itself`;
        breaches.push({ rule: 'forbidden', line: lineAt(source, node.getStart(source)), message });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return breaches;
}

/** What an expression writes to. */
function targetsOf(node: ts.Node): readonly ts.Expression[] {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return [node.left];
  if (ts.isDeleteExpression(node)) return [node.expression];
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const changes = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    return changes ? [node.operand] : [];
  }
  if (ts.isCallExpression(node) && /^Object\s*\??\.\s*assign$/.test(node.expression.getText())) {
    return node.arguments.slice(0, 1);
  }
  return [];
}

/** A variable that a cast stands around: `(x as any) = 1`. */
function isCastName(target: ts.Expression): boolean {
  const inner = bare(target);
  if (!ts.isIdentifier(inner)) return false;
  for (let node: ts.Node = inner; node !== target; node = node.parent) {
    if (ts.isAsExpression(node.parent) || ts.isTypeAssertionExpression(node.parent)) return true;
  }
  return false;
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** The expression without parentheses, casts and `!`. */
function bare(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isTypeAssertionExpression(inner) ||
    ts.isNonNullExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

/** Where a chain of property accesses begins. */
function rootOf(expression: ts.Expression): ts.Expression {
  let inner = bare(expression);
  while (ts.isPropertyAccessExpression(inner) || ts.isElementAccessExpression(inner)) inner = bare(inner.expression);
  return inner;
}

/** Functions, classes and imports of a file. */
function fixedNames(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name !== undefined) names.add(statement.name.text);
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && functionOf(initializer) !== undefined) names.add(name.text);
      }
    } else if (ts.isImportDeclaration(statement)) {
      const { name, namedBindings } = statement.importClause ?? {};
      if (name !== undefined) names.add(name.text);
      if (namedBindings === undefined) continue;
      if (ts.isNamespaceImport(namedBindings)) names.add(namedBindings.name.text);
      else for (const element of namedBindings.elements) names.add(element.name.text);
    }
  }
  return names;
}

const isFixed = (name: ts.Identifier, fixed: ReadonlySet<string>): boolean =>
  (fixed.has(name.text) || LANGUAGE_GLOBALS.has(name.text)) && !isLocal(name);

/** True when a function or block around it declares the name anew. */
function isLocal(name: ts.Identifier): boolean {
  for (let node: ts.Node = name.parent; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isFunctionLike(node) && node.parameters.some((parameter) => binds(parameter.name, name.text))) return true;
    const lists: ts.VariableDeclarationList[] = [];
    if (ts.isBlock(node) || ts.isCaseClause(node) || ts.isDefaultClause(node)) {
      for (const statement of node.statements) {
        if (ts.isVariableStatement(statement)) lists.push(statement.declarationList);
        if (ts.isFunctionDeclaration(statement) && statement.name?.text === name.text) return true;
      }
    } else if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node)) {
      if (node.initializer !== undefined && ts.isVariableDeclarationList(node.initializer))
        lists.push(node.initializer);
    } else if (ts.isCatchClause(node) && node.variableDeclaration !== undefined) {
      if (binds(node.variableDeclaration.name, name.text)) return true;
    }
    if (lists.some((list) => list.declarations.some((one) => binds(one.name, name.text)))) return true;
  }
  return false;
}

function binds(binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some((element) => ts.isBindingElement(element) && binds(element.name, name));
}

/** `this.name` where the class around it has a method or accessor of that name. */
function isMethod(target: ts.Expression): boolean {
  const inner = bare(target);
  if (!ts.isPropertyAccessExpression(inner) || bare(inner.expression).kind !== ts.SyntaxKind.ThisKeyword) return false;
  for (let node: ts.Node = inner.parent; !ts.isSourceFile(node); node = node.parent) {
    if (!ts.isClassLike(node)) continue;
    return node.members.some(
      (member) =>
        ts.isMethodDeclaration(member) && ts.isIdentifier(member.name) && member.name.text === inner.name.text,
    );
  }
  return false;
}
