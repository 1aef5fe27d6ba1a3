import ts from 'typescript';
import { functionId } from '../task/ids.js';
import { bodyByCall, bodyInPlace } from './instrument/function-body.js';
import { passedByReference } from './instrument/by-reference.js';
import { catching } from './instrument/catching.js';
import { assign, awaiting, current, hook, id, leaving, reclaim, resumed, run, text } from './instrument/hooks.js';
import { takingApart } from './instrument/taking-apart.js';
import { asFunction, ownName, type InstrumentedFunction } from './instrument/names.js';
import { isInert, isProtected, redeclaresParameter, returnsUnderFinally, usesSuper } from './instrument/queries.js';
import { lateBinding } from './instrument/late-binding.js';
import { refuseReserved } from './instrument/reserved.js';
import { isGenerator, MODULE_SCOPE, suspends, type Scope, type Suspends } from './instrument/scope.js';

const make = ts.factory;

/** Names what the instrumenter makes of a source; raised with every change of its output. */
export const INSTRUMENTER_VERSION = 2;

/**
 * A transformer (for `before`) that hooks every function of a harness file to `__espalier_trace`, with the node id of
 * each call in a local of that call: the parent of a call is its lexical caller under any interleaving.
 * @throws InputError for an identifier that begins with `__espalier`, or an `await` outside a function.
 */
export function instrumenting(file: string): ts.TransformerFactory<ts.SourceFile> {
  return (context) => (source) => {
    refuseReserved(file, source);
    return new Instrumenter(file, source, context).file();
  };
}

class Instrumenter {
  readonly #file: string;
  readonly #source: ts.SourceFile;
  readonly #context: ts.TransformationContext;
  #count = 0;

  constructor(file: string, source: ts.SourceFile, context: ts.TransformationContext) {
    this.#file = file;
    this.#source = source;
    this.#context = context;
  }

  file(): ts.SourceFile {
    return ts.visitEachChild(this.#source, (node) => this.#visit(node, MODULE_SCOPE), this.#context);
  }

  #visit(node: ts.Node, scope: Scope): ts.Node {
    const fn = asFunction(node);
    if (fn !== undefined) return this.#function(fn, scope);
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return node;
    if (ts.isIterationStatement(node, false)) return this.#loop(node, scope, node);
    if (ts.isLabeledStatement(node)) return this.#labeled(node, scope);
    if (ts.isCallExpression(node)) return passedByReference(node, this.#children(node, scope));
    if (ts.isVariableDeclaration(node)) return takingApart(node, this.#children(node, scope));
    if (ts.isCatchClause(node)) return this.#catch(this.#children(node, scope));
    if (scope.own === undefined) return this.#children(node, scope);
    if (ts.isAwaitExpression(node)) return awaiting(scope, scope.own, this.#expression(node.expression, scope));
    if (ts.isYieldExpression(node)) return this.#yield(node, scope, scope.own);
    if (ts.isReturnStatement(node)) return this.#return(node, scope, scope.own);
    if (ts.isTryStatement(node) && suspends(scope)) return this.#try(node, scope, scope.own);
    return this.#children(node, scope);
  }

  #children<T extends ts.Node>(node: T, scope: Scope): T {
    return ts.visitEachChild(node, (child) => this.#visit(child, scope), this.#context);
  }

  #expression(node: ts.Expression, scope: Scope): ts.Expression {
    return this.#visit(node, scope) as ts.Expression; // an expression is always rewritten to an expression
  }

  #statements(block: ts.Block, scope: Scope): readonly ts.Statement[] {
    return block.statements.map((statement) => this.#visit(statement, scope) as ts.Statement); // and a statement to one statement
  }

  #function(fn: InstrumentedFunction, outer: Scope): ts.Node {
    const name = ownName(fn);
    if (name === undefined && ts.isArrowFunction(fn) && isInert(fn.body) && !isAsync(fn))
      return this.#children(fn, outer);
    const number = String(++this.#count);
    const owner = name === undefined ? outer.own : undefined;
    const own = owner ?? `__espalier_n${number}`;
    const kind = suspending(fn);
    const held = name !== undefined && returnsUnderFinally(fn);
    const scope: Scope = {
      suspends: kind,
      own,
      outside: `__espalier_c${number}`,
      name,
      functionId: outer.functionId ?? (name === undefined ? undefined : functionId(this.#file, name)),
      value: held || (name !== undefined && kind === 'async') ? `__espalier_v${number}` : '',
      held: held ? `__espalier_h${number}` : undefined,
    };
    const visited = { fn, scope, own, owner, statements: this.#body(fn, scope) };
    const byCall = name !== undefined && isGenerator(scope) && !usesSuper(fn) && !redeclaresParameter(fn);
    return this.#rebuilt(fn, outer, byCall ? bodyByCall(visited) : bodyInPlace(visited), byCall);
  }

  #body(fn: InstrumentedFunction, scope: Scope): readonly ts.Statement[] {
    if (fn.body === undefined) return [];
    if (ts.isBlock(fn.body)) return this.#statements(fn.body, scope);
    const value = make.createReturnStatement(fn.body);
    const given = this.#returned(value, this.#expression(fn.body, scope), scope, scope.own ?? '', false);
    return [ts.setTextRange(given, fn.body)];
  }

  /** The function with a new body; what stands before the body belongs to the scope outside. */
  #rebuilt(fn: InstrumentedFunction, outer: Scope, body: ts.Block, byCall: boolean): ts.Node {
    const visit = (node: ts.Node): ts.Node => this.#visit(node, outer);
    const parameters = ts.visitNodes(fn.parameters, visit, ts.isParameter);
    const modifiers = ts.visitNodes(fn.modifiers, visit, ts.isModifierLike);
    if (ts.isConstructorDeclaration(fn)) return make.updateConstructorDeclaration(fn, modifiers, parameters, body);
    if (ts.isArrowFunction(fn)) {
      const arrow = fn.equalsGreaterThanToken;
      return make.updateArrowFunction(fn, fn.modifiers, fn.typeParameters, parameters, fn.type, arrow, body);
    }
    const plain = byCall ? modifiers?.filter((one) => one.kind !== ts.SyntaxKind.AsyncKeyword) : modifiers;
    if (ts.isFunctionExpression(fn)) {
      const own = fn.modifiers?.filter((one) => !byCall || one.kind !== ts.SyntaxKind.AsyncKeyword);
      const star = byCall ? undefined : fn.asteriskToken;
      return make.updateFunctionExpression(fn, own, star, fn.name, fn.typeParameters, parameters, fn.type, body);
    }
    if (ts.isFunctionDeclaration(fn)) {
      const star = byCall ? undefined : fn.asteriskToken;
      return make.updateFunctionDeclaration(fn, plain, star, fn.name, fn.typeParameters, parameters, fn.type, body);
    }
    const name = ts.visitNode(fn.name, visit, ts.isPropertyName);
    if (ts.isGetAccessor(fn)) return make.updateGetAccessorDeclaration(fn, modifiers, name, parameters, fn.type, body);
    if (ts.isSetAccessor(fn)) return make.updateSetAccessorDeclaration(fn, modifiers, name, parameters, body);
    const star = byCall ? undefined : fn.asteriskToken;
    const { questionToken, typeParameters, type } = fn;
    return make.updateMethodDeclaration(fn, plain, star, name, questionToken, typeParameters, parameters, type, body);
  }

  #yield(node: ts.YieldExpression, scope: Scope, own: string): ts.Expression {
    const value = node.expression === undefined ? make.createVoidZero() : this.#expression(node.expression, scope);
    if (node.asteriskToken === undefined) {
      return resumed(scope, own, make.createYieldExpression(undefined, leaving(scope, value)));
    }
    const isAsyncGenerator = scope.suspends === 'async-generator' ? make.createTrue() : make.createFalse();
    const steps = hook('delegate', value, id(own), isAsyncGenerator);
    return resumed(scope, own, make.createYieldExpression(node.asteriskToken, leaving(scope, steps)));
  }

  #return(node: ts.ReturnStatement, scope: Scope, own: string): ts.Statement {
    if (node.expression === undefined) return node;
    const fn = enclosingFunction(node);
    const isHeldBack = fn === undefined || isProtected(node, fn);
    return this.#returned(node, this.#expression(node.expression, scope), scope, own, isHeldBack);
  }

  #returned(
    node: ts.ReturnStatement,
    value: ts.Expression,
    scope: Scope,
    own: string,
    isHeldBack: boolean,
  ): ts.ReturnStatement {
    const settled = this.#settled(node, value, scope, own, isHeldBack);
    if (scope.name === undefined) return make.updateReturnStatement(node, settled);
    if (scope.held === undefined) {
      return make.updateReturnStatement(node, hook('ret', id(own), text(scope.name), settled));
    }
    const keep = assign(id(scope.held), make.createTrue());
    const kept = assign(id(scope.value), settled);
    // The value first: what it calls may throw, and then nothing is returned.
    const both = make.createParenthesizedExpression(make.createCommaListExpression([kept, keep, id(scope.value)]));
    return make.updateReturnStatement(node, both);
  }

  /** The value as it is returned: awaited where the language would await it next and nothing could tell. */
  #settled(
    node: ts.ReturnStatement,
    value: ts.Expression,
    scope: Scope,
    own: string,
    isHeldBack: boolean,
  ): ts.Expression {
    if (scope.suspends === 'async-generator') return awaiting(scope, own, value);
    const isAwaited = node.expression !== undefined && ts.isAwaitExpression(node.expression);
    if (scope.suspends !== 'async' || scope.name === undefined || isHeldBack || isAwaited) return value;
    const kept = make.createParenthesizedExpression(assign(id(scope.value), value));
    return make.createConditionalExpression(
      hook('isPromise', kept),
      undefined,
      awaiting(scope, own, id(scope.value)),
      undefined,
      id(scope.value),
    );
  }

  #try(node: ts.TryStatement, scope: Scope, own: string): ts.Statement {
    const inside = (block: ts.Block): ts.Block =>
      make.updateBlock(block, [reclaim(scope, own), ...this.#statements(block, scope)]);
    const clause = node.catchClause;
    return make.updateTryStatement(
      node,
      make.updateBlock(node.tryBlock, this.#statements(node.tryBlock, scope)),
      clause && this.#catch(make.updateCatchClause(clause, clause.variableDeclaration, inside(clause.block))),
      node.finallyBlock && inside(node.finallyBlock),
    );
  }

  #catch(clause: ts.CatchClause): ts.CatchClause {
    return catching(clause, () => `__espalier_x${String(++this.#count)}`);
  }

  #labeled(node: ts.LabeledStatement, scope: Scope): ts.Statement {
    let inner: ts.Statement = node;
    while (ts.isLabeledStatement(inner)) inner = inner.statement;
    if (!ts.isForOfStatement(inner) || inner.awaitModifier === undefined) return this.#children(node, scope);
    return this.#loop(inner, scope, node);
  }

  /** A loop with fuel; `outermost` is the loop or the labels around it. */
  #loop(loop: ts.IterationStatement, scope: Scope, outermost: ts.Statement): ts.Statement {
    const line = this.#source.getLineAndCharacterOfPosition(loop.getStart(this.#source)).line + 1;
    const turn = run(hook('turn', text(`${this.#file}:${String(line)}`)));
    const visit = (node: ts.Node): ts.Node =>
      node === loop.statement ? this.#turning(loop.statement, scope, [turn]) : this.#visit(node, scope);
    if (!ts.isForOfStatement(loop) || loop.awaitModifier === undefined || scope.own === undefined) {
      return ts.visitEachChild(loop, visit, this.#context);
    }
    return this.#forAwait(loop, scope, scope.own, turn, outermost);
  }

  #turning(body: ts.Statement, scope: Scope, first: readonly ts.Statement[]): ts.Block {
    const statements = ts.isBlock(body) ? this.#statements(body, scope) : [this.#visit(body, scope) as ts.Statement]; // a statement is always rewritten to one statement
    return ts.setTextRange(make.createBlock([...first, ...statements], true), body);
  }

  #forAwait(
    loop: ts.ForOfStatement,
    scope: Scope,
    own: string,
    turn: ts.Statement,
    outermost: ts.Statement,
  ): ts.Statement {
    const outside = make.createArrowFunction(undefined, undefined, [], undefined, undefined, id(scope.outside));
    const steps = hook('steps', this.#expression(loop.expression, scope), id(own), outside);
    const first = [run(assign(current(), id(own))), turn];
    const body = this.#turning(loop.statement, scope, []);
    const initializer = this.#visit(loop.initializer, scope) as ts.ForInitializer; // rewritten in kind
    const head = lateBinding(initializer, `__espalier_x${String(++this.#count)}`);
    const turning = make.createBlock([...first, ...head.first, body], true);
    let rebuilt: ts.Statement = make.updateForOfStatement(loop, loop.awaitModifier, head.initializer, steps, turning);
    const relabel = (label: ts.Statement): ts.Statement =>
      ts.isLabeledStatement(label)
        ? make.updateLabeledStatement(label, label.label, relabel(label.statement))
        : rebuilt;
    rebuilt = relabel(outermost);
    // However the loop is left, its iterator may have been awaited once more.
    const after = make.createBlock([reclaim(scope, own)], true);
    return make.createTryStatement(make.createBlock([rebuilt], true), undefined, after);
  }
}

function isAsync(fn: InstrumentedFunction): boolean {
  return fn.modifiers?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword) ?? false;
}

function suspending(fn: InstrumentedFunction): Suspends {
  const isAny = 'asteriskToken' in fn && fn.asteriskToken !== undefined;
  if (isAsync(fn)) return isAny ? 'async-generator' : 'async';
  return isAny ? 'generator' : 'never';
}

function enclosingFunction(node: ts.Node): InstrumentedFunction | undefined {
  for (let above = node.parent; !ts.isSourceFile(above); above = above.parent) {
    const fn = asFunction(above);
    if (fn !== undefined) return fn;
  }
  return undefined;
}
