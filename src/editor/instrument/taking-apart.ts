import ts from 'typescript';
import { hook, text } from './hooks.js';

const make = ts.factory;

/** A name, or names with dots between them: what an error can repeat of an expression. */
const PLAIN = /^[\w$]+(?:\??\.[\w$]+)*$/;

/**
 * A declaration such as `const { a } = b` that says what is wrong with `b` before the language takes it apart: engines
 * differ in what they say, and not all of them know where. `source` is the declaration before it was rewritten.
 */
export function takingApart(
  source: ts.VariableDeclaration,
  declaration: ts.VariableDeclaration,
): ts.VariableDeclaration {
  const { name, exclamationToken, type, initializer } = declaration;
  if (initializer === undefined || source.initializer === undefined || ts.isIdentifier(name)) return declaration;
  const written = source.initializer.getText();
  const isList = ts.isArrayBindingPattern(name) ? make.createTrue() : make.createFalse();
  const checked = hook('taken', initializer, text(PLAIN.test(written) ? written : 'the value'), isList);
  ts.setSourceMapRange(checked, source.initializer);
  return make.updateVariableDeclaration(declaration, name, exclamationToken, type, checked);
}
