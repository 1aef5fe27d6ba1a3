import { ts } from 'ts-morph';
import { commentsOf } from './source-comments.js';
import { asText, isList, type Fold } from './constant.js';
import { unwrapped } from './literal-constant.js';
import { lineAt } from './locate-functions.js';
import type { Breach } from './module-rules.js';
import { unevenPattern } from './uneven-pattern.js';

const GLOBALS: ReadonlySet<string> = new Set([
  'require',
  'eval',
  'Function',
  'process',
  'globalThis',
  'global',
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'Proxy',
  'Reflect',
  // Depend on the locale, the collector or the engine, so that a run would not be a function of its task.
  'Intl',
  'WeakRef',
  'FinalizationRegistry',
]);
const PROPERTIES: ReadonlySet<string> = new Set([
  'constructor',
  '__proto__',
  'prototype',
  'prepareStackTrace',
  'captureStackTrace',
  'stackTraceLimit',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'getPrototypeOf',
  'setPrototypeOf',
  'defineProperty',
  'defineProperties',
  'getOwnPropertyDescriptor',
  'getOwnPropertyDescriptors',
]);
const ALLOWED = 'a harness has its task, `rt` and the language itself';

/** Every use of what a harness may not use, in source order. Hygiene: the sandbox is the wall. */
export function forbiddenUses(source: ts.SourceFile, fold: Fold): readonly Breach[] {
  const breaches: Breach[] = [];
  const put = (node: ts.Node, message: string): void => {
    breaches.push({ rule: 'forbidden', line: lineAt(source, node.getStart(source)), message });
  };
  const visit = (node: ts.Node): void => {
    const message = breach(node, fold);
    if (message !== undefined) put(node, message);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const comment of commentsOf(source)) {
    const directive = /@ts-(?:ignore|nocheck|expect-error)/.exec(comment.text)?.[0];
    if (directive !== undefined) {
      breaches.push({
        rule: 'forbidden',
        line: lineAt(source, comment.pos + comment.text.indexOf(directive)),
        message: `no \`${directive}\`; make the types right, with a cast where you must`,
      });
    }
  }
  return breaches;
}

function breach(node: ts.Node, fold: Fold): string | undefined {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return ofName(node);
  if (ts.isElementAccessExpression(node)) return ofKeys(node.argumentExpression, isSymbol(node.expression), fold);
  if (ts.isComputedPropertyName(node)) return ofKeys(node.expression, ownsSymbol(node.parent), fold);
  if (ts.isStringLiteralLike(node) && ts.isPropertyName(node) && isPropertyNameOf(node)) {
    return ofKey(node.text, ownsSymbol(node.parent));
  }
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return unevenPattern(node.text.slice(1, end), node.text.slice(end + 1));
  }
  if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isNamed(node.expression, 'RegExp')) {
    const [source, flags] = (node.arguments ?? []).map((argument) => fold(argument));
    return unevenPattern(typeof source === 'string' ? source : '', typeof flags === 'string' ? flags : '');
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return 'no `import()`; use an import declaration of an own file';
  }
  if (ts.isImportTypeNode(node)) return 'no `import(…)` types; use an import declaration';
  if (ts.isImportEqualsDeclaration(node)) return 'no `import … = …`; use an import declaration of an own file';
  if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) {
    return `no \`import.meta\`: ${ALLOWED}`;
  }
  if (ts.isWithStatement(node)) return 'no `with`; name the object';
  if (ts.isDebuggerStatement(node)) return 'no `debugger`; use `rt.note`';
  if (ts.isDecorator(node)) return 'no decorators; call the function where it is needed';
  return undefined;
}

const REFLECTION = 'write the code without reflection';

function ofName(node: ts.Identifier | ts.PrivateIdentifier): string | undefined {
  const name = node.text;
  const parent = node.parent;
  if (name.startsWith('__espalier')) return `names that begin with \`__espalier\` are reserved; rename \`${name}\``;
  if (isPropertyNameOf(node)) {
    if (PROPERTIES.has(name)) return `no \`.${name}\`; ${REFLECTION}`;
    const ofSymbol = ts.isPropertyAccessExpression(parent) ? isSymbol(parent.expression) : ownsSymbol(parent);
    return ofSymbol && name === 'species' ? NO_SPECIES : undefined;
  }
  if (GLOBALS.has(name)) return `no \`${name}\`: ${ALLOWED}; if this is a name of your own, rename it`;
  if (name === 'arguments') return 'no `arguments`; take a rest parameter, as in `...items: readonly string[]`';
  if (ts.isShorthandPropertyAssignment(parent) || isShorthandBinding(parent)) {
    if (PROPERTIES.has(name)) return `no \`${name}\`; ${REFLECTION}`;
    if (name === 'species' && ownsSymbol(parent)) return NO_SPECIES;
  }
  if (name === '__proto__' || name === 'prepareStackTrace') return `no \`${name}\`; ${REFLECTION}`;
  return undefined;
}

const NO_SPECIES = `no \`Symbol.species\`; ${REFLECTION}`;

/** Every key that an expression may come to, where that can be told: through `?:`, `??`, `||`, `&&` and `,`. */
function ofKeys(expression: ts.Expression, ofSymbol: boolean, fold: Fold): string | undefined {
  const node = unwrapped(expression);
  const value = fold(node);
  // A list as a key is its items, joined.
  const key = isList(value) ? value.map((item) => asText(item) ?? '').join(',') : value;
  if (typeof key === 'string') return ofKey(key, ofSymbol);
  if (ts.isConditionalExpression(node)) {
    return ofKeys(node.whenTrue, ofSymbol, fold) ?? ofKeys(node.whenFalse, ofSymbol, fold);
  }
  if (ts.isBinaryExpression(node) && CHOICES.has(node.operatorToken.kind)) {
    return ofKeys(node.left, ofSymbol, fold) ?? ofKeys(node.right, ofSymbol, fold);
  }
  return undefined;
}

const CHOICES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.EqualsToken,
]);

function ofKey(key: string, ofSymbol: boolean): string | undefined {
  if (GLOBALS.has(key) || PROPERTIES.has(key) || key.startsWith('__espalier')) {
    return `no computed access to \`${key}\`; ${REFLECTION}`;
  }
  return ofSymbol && key === 'species' ? NO_SPECIES : undefined;
}

const isNamed = (node: ts.Expression, name: string): boolean => {
  const inner = unwrapped(node);
  return ts.isIdentifier(inner) && inner.text === name;
};
const isSymbol = (node: ts.Expression): boolean => isNamed(node, 'Symbol');

const isShorthandBinding = (node: ts.Node): boolean =>
  ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && node.propertyName === undefined;

/** Whether a member of a pattern takes something out of `Symbol`. */
function ownsSymbol(member: ts.Node): boolean {
  const pattern = member.parent;
  const owner = pattern.parent;
  if (ts.isObjectBindingPattern(pattern)) {
    return ts.isVariableDeclaration(owner) && owner.initializer !== undefined && isSymbol(owner.initializer);
  }
  return ts.isObjectLiteralExpression(pattern) && ts.isBinaryExpression(owner) && isSymbol(owner.right);
}

/** True where the node names a property (`x.name`, `{ name: … }`, a member), not a variable. */
function isPropertyNameOf(node: ts.Node): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent) || ts.isMetaProperty(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return parent.propertyName === node;
  if (ts.isEnumMember(parent)) return parent.name === node;
  if (ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent))
    return parent.name === node;
  return ts.isMethodDeclaration(parent) || ts.isAccessor(parent) ? parent.name === node : false;
}
