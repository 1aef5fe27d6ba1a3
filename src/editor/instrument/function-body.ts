import ts from 'typescript';
import { argumentList } from './arguments.js';
import { assign, current, declare, hook, id, run, text } from './hooks.js';
import { isGenerator, type Scope } from './scope.js';
import type { InstrumentedFunction } from './names.js';

const make = ts.factory;
const { Const, Let } = ts.NodeFlags;

/** A function as it is rewritten: its source, the scope of its code, and its statements after the visit. */
export interface Visited {
  readonly fn: InstrumentedFunction;
  readonly scope: Scope;
  readonly own: string;
  /** The node that an anonymous function counts as, where it has a lexical owner. */
  readonly owner: string | undefined;
  readonly statements: readonly ts.Statement[];
}

/** The hooked body of a function that begins its node, or takes its owner's, when its code begins. */
export function bodyInPlace(visited: Visited): ts.Block {
  const { fn, scope, own, owner, statements } = visited;
  const begin = [declare(isGenerator(scope) ? Let : Const, [scope.outside, current()])];
  if (scope.name !== undefined) begin.push(declare(Const, [own, opening('enter', fn, scope, scope.name)]));
  else if (owner === undefined) begin.push(declare(Const, [own, id(scope.outside)]));
  else begin.push(run(assign(current(), id(own))));
  return make.createBlock([...begin, ...locals(scope), guarded(scope, own, statements)], true);
}

/**
 * The body of a named generator: its node is made by the call, its code runs in an inner generator that has the
 * call's `this` and `arguments` and closes over its parameters.
 */
export function bodyByCall(visited: Visited): ts.Block {
  const { fn, scope, own, statements } = visited;
  const inner = make.createFunctionExpression(
    scope.suspends === 'async-generator' ? [make.createModifier(ts.SyntaxKind.AsyncKeyword)] : undefined,
    make.createToken(ts.SyntaxKind.AsteriskToken),
    undefined,
    undefined,
    [],
    undefined,
    make.createBlock(
      [
        declare(Let, [scope.outside, current()]),
        run(assign(current(), id(own))),
        ...locals(scope),
        guarded(scope, own, statements),
      ],
      true,
    ),
  );
  const applied = make.createCallExpression(make.createPropertyAccessExpression(inner, 'apply'), undefined, [
    make.createThis(),
    id('arguments'),
  ]);
  const begin = declare(Const, [own, opening('spawn', fn, scope, scope.name ?? '')]);
  return make.createBlock([begin, make.createReturnStatement(applied)], true);
}

/** `__espalier_trace.enter('main.ts#C.am', 'C.am', __espalier_trace.shows ? [a, b] : undefined)`. */
function opening(kind: 'enter' | 'spawn', fn: InstrumentedFunction, scope: Scope, name: string): ts.Expression {
  const nothing = make.createVoidZero();
  const list = argumentList(fn);
  const shown =
    list === undefined
      ? nothing
      : make.createConditionalExpression(
          make.createPropertyAccessExpression(id('__espalier_trace'), 'shows'),
          undefined,
          list,
          undefined,
          nothing,
        );
  return hook(kind, text(scope.functionId ?? ''), text(name), shown);
}

function locals(scope: Scope): ts.Statement[] {
  if (scope.held !== undefined) return [declare(Let, [scope.value], [scope.held, make.createFalse()])];
  return scope.value === '' ? [] : [declare(Let, [scope.value])];
}

/** `try { … } catch (e) { record; throw e } finally { give back }`. */
function guarded(scope: Scope, own: string, statements: readonly ts.Statement[]): ts.Statement {
  const giveBack = run(assign(current(), id(scope.outside)));
  const after: ts.Statement[] = [];
  if (scope.held !== undefined && scope.name !== undefined) {
    const recorded = hook('ret', id(own), text(scope.name), id(scope.value));
    after.push(make.createIfStatement(id(scope.held), run(recorded)));
  }
  // A generator that was ended from outside has its new resumer as the current node already.
  after.push(
    isGenerator(scope) ? make.createIfStatement(make.createStrictEquality(current(), id(own)), giveBack) : giveBack,
  );
  return make.createTryStatement(
    make.createBlock(statements, true),
    recording(scope, own),
    make.createBlock(after, true),
  );
}

function recording(scope: Scope, own: string): ts.CatchClause {
  const error = '__espalier_e';
  // A function without a node of its own still settles the error's text, for whoever catches it outside.
  const seen =
    scope.name === undefined ? hook('caught', id(error)) : hook('fail', id(own), id(scope.outside), id(error));
  const body: ts.Statement[] = [run(seen)];
  if (scope.held !== undefined) body.push(run(assign(id(scope.held), make.createFalse())));
  body.push(make.createThrowStatement(id(error)));
  return make.createCatchClause(error, make.createBlock(body, true));
}
