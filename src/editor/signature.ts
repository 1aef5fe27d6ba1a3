import { ts } from 'ts-morph';
import type { LocatedFunction } from './locate-functions.js';

/** The parts of a signature that a replacement must keep, as normalised text by the name a person would use. */
export type Signature = Readonly<Record<string, string>>;

const printer = ts.createPrinter({ removeComments: true });

/** A node's text without comments and with canonical spacing. */
export function normalised(node: ts.Node): string {
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replace(/\s+/g, ' ').trim();
}

/** Reads a function's signature: modifiers, type parameters, parameters, return type. Bodies and default values are left out. */
export function signatureOf(located: LocatedFunction): Signature {
  const { node, fn } = located;
  const variable = ts.isVariableStatement(node) ? node.declarationList.declarations[0] : undefined;
  const declaredType = variable?.type ?? (ts.isPropertyDeclaration(node) ? node.type : undefined);
  return {
    kind: ts.isPropertyDeclaration(node) ? 'field' : ts.SyntaxKind[fn.kind],
    modifiers: modifiersOf(node, fn),
    'type parameters': fn.typeParameters === undefined ? '' : `<${fn.typeParameters.map(normalised).join(', ')}>`,
    parameters: `(${fn.parameters.map(parameterText).join(', ')})`,
    'return type': fn.type === undefined ? '' : normalised(fn.type),
    'declared type': declaredType === undefined ? '' : normalised(declaredType),
  };
}

/** One line a part that differs: `parameters must stay (a: string), got (a: number)`. */
export function signatureChanges(before: Signature, after: Signature): readonly string[] {
  return Object.keys(before)
    .filter((part) => before[part] !== after[part])
    .map((part) => `${part} must stay ${quote(before[part])}, got ${quote(after[part])}`);
}

const quote = (text: string | undefined): string => (text === undefined || text === '' ? '(none)' : `\`${text}\``);

function modifiersOf(node: ts.Node, fn: LocatedFunction['fn']): string {
  const words = new Set<string>();
  for (const holder of [node, fn]) {
    if (!ts.canHaveModifiers(holder)) continue;
    for (const modifier of ts.getModifiers(holder) ?? []) words.add(ts.tokenToString(modifier.kind) ?? '');
  }
  words.delete('public');
  if ('asteriskToken' in fn && fn.asteriskToken !== undefined) words.add('*');
  return [...words].sort().join(' ');
}

function parameterText(parameter: ts.ParameterDeclaration): string {
  const modifiers = (ts.getModifiers(parameter) ?? []).map((modifier) => `${ts.tokenToString(modifier.kind) ?? ''} `);
  const rest = parameter.dotDotDotToken === undefined ? '' : '...';
  const optional = parameter.questionToken === undefined ? '' : '?';
  const type = parameter.type === undefined ? '' : `: ${normalised(parameter.type)}`;
  const byDefault = parameter.initializer === undefined ? '' : ' = …';
  return `${modifiers.join('')}${rest}${normalised(parameter.name)}${optional}${type}${byDefault}`;
}
