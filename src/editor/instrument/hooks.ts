import ts from 'typescript';
import { isGenerator, type Scope } from './scope.js';

const make = ts.factory;

/** Identifiers that begin so belong to the instrumenter. */
export const RESERVED_PREFIX = '__espalier';
/** The one identifier through which instrumented code reaches its recorder. */
export const TRACE = '__espalier_trace';

/** `__espalier_trace.<hook>(…)`. */
export const hook = (name: string, ...args: readonly ts.Expression[]): ts.CallExpression =>
  make.createCallExpression(make.createPropertyAccessExpression(id(TRACE), name), undefined, args);

export const id = (name: string): ts.Identifier => make.createIdentifier(name);

export const text = (value: string): ts.StringLiteral => make.createStringLiteral(value, true);

/** `__espalier_trace.current`. */
export const current = (): ts.Expression => make.createPropertyAccessExpression(id(TRACE), 'current');

export const assign = (target: ts.Expression, value: ts.Expression): ts.Expression =>
  make.createAssignment(target, value);

export const run = (expression: ts.Expression): ts.Statement => make.createExpressionStatement(expression);

/** `let a = x, b;` or with `const`. */
export function declare(
  flags: ts.NodeFlags.Let | ts.NodeFlags.Const,
  ...locals: readonly (readonly [string, ts.Expression?])[]
): ts.Statement {
  const list = locals.map(([name, value]) => make.createVariableDeclaration(name, undefined, undefined, value));
  return make.createVariableStatement(undefined, make.createVariableDeclarationList(list, flags));
}

/** What a suspending function does first when control may have come back to it: its own node becomes current. */
export function reclaim(scope: Scope, own: string): ts.Statement {
  return isGenerator(scope)
    ? run(assign(id(scope.outside), hook('again', id(own), id(scope.outside))))
    : run(assign(current(), id(own)));
}

/** `__espalier_trace.leave(outside, value)`. */
export const leaving = (scope: Scope, value: ts.Expression): ts.Expression => hook('leave', id(scope.outside), value);

/** An `await` around which the current node is given back and taken again. */
export const awaiting = (scope: Scope, own: string, value: ts.Expression): ts.Expression =>
  hook('back', id(own), make.createAwaitExpression(leaving(scope, value)));

/** `__espalier_trace.pass(own, <yield …>, outside = __espalier_trace.current)`. */
export const resumed = (scope: Scope, own: string, yielding: ts.Expression): ts.Expression =>
  hook('pass', id(own), yielding, assign(id(scope.outside), current()));
