import { ts } from 'ts-morph';
import { commentsOf } from './source-comments.js';
import type { Fold } from './constant.js';
import { lineAt } from './locate-functions.js';
import type { Breach } from './module-rules.js';

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
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'getPrototypeOf',
  'setPrototypeOf',
  'defineProperty',
  'defineProperties',
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
  if (ts.isElementAccessExpression(node)) {
    const key = fold(node.argumentExpression);
    return typeof key === 'string' ? ofKey(key) : undefined;
  }
  if (ts.isComputedPropertyName(node)) {
    const key = fold(node.expression);
    return typeof key === 'string' ? ofKey(key) : undefined;
  }
  if (ts.isStringLiteralLike(node) && ts.isPropertyName(node) && isPropertyNameOf(node)) return ofKey(node.text);
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

function ofName(node: ts.Identifier | ts.PrivateIdentifier): string | undefined {
  const name = node.text;
  if (name.startsWith('__espalier')) return `names that begin with \`__espalier\` are reserved; rename \`${name}\``;
  if (isPropertyNameOf(node)) {
    if (PROPERTIES.has(name)) return `no \`.${name}\`; write the code without reflection`;
    const owner = node.parent;
    if (ts.isPropertyAccessExpression(owner) && owner.expression.getText() === 'Symbol' && name === 'species') {
      return 'no `Symbol.species`; write the code without reflection';
    }
    return undefined;
  }
  if (GLOBALS.has(name)) return `no \`${name}\`: ${ALLOWED}; if this is a name of your own, rename it`;
  const taken =
    ts.isBindingElement(node.parent) && ts.isObjectBindingPattern(node.parent.parent) && PROPERTIES.has(name);
  if (taken || name === '__proto__' || name === 'prepareStackTrace')
    return `no \`${name}\`; write the code without reflection`;
  return undefined;
}

function ofKey(key: string): string | undefined {
  if (GLOBALS.has(key) || PROPERTIES.has(key) || key.startsWith('__espalier')) {
    return `no computed access to \`${key}\`; write the code without reflection`;
  }
  return undefined;
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
