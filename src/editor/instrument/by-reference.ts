import ts from 'typescript';
import { hook } from './hooks.js';
import { asFunction, ownName } from './names.js';

const make = ts.factory;
const LATER_METHODS: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);
const LATER_FUNCTIONS: ReadonlySet<string> = new Set(['queueMicrotask', 'setTimeout', 'setInterval', 'setImmediate']);

/**
 * A rewritten call whose arguments may be functions that run later, from the job queue, where the current node says
 * nothing: each is bound to the node that passes it. Anonymous functions know their owner by themselves.
 */
export function passedByReference(original: ts.CallExpression, call: ts.CallExpression): ts.CallExpression {
  const last = lastDeferred(original.expression);
  if (last < 0) return call;
  const args = call.arguments.map((argument, index) => {
    const source = original.arguments[index];
    if (source === undefined || index > last || ts.isSpreadElement(source)) return argument;
    if (original.expression.getText() === 'Array.fromAsync' && index === 0) return argument;
    const fn = asFunction(source);
    return fn !== undefined && ownName(fn) === undefined ? argument : hook('bind', argument);
  });
  return ts.isCallChain(call)
    ? make.updateCallChain(call, call.expression, call.questionDotToken, call.typeArguments, args)
    : make.updateCallExpression(call, call.expression, call.typeArguments, args);
}

/** Index of the last argument that may run later, or -1. */
function lastDeferred(callee: ts.Expression): number {
  if (ts.isIdentifier(callee)) return LATER_FUNCTIONS.has(callee.text) ? 0 : -1;
  if (!ts.isPropertyAccessExpression(callee)) return -1;
  if (LATER_METHODS.has(callee.name.text)) return 1;
  return callee.getText() === 'Array.fromAsync' ? 1 : -1;
}
