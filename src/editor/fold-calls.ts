import { ts } from 'ts-morph';
import { asNumber, asText, FOLD_LENGTH, isList, type Bound, type Constant, type FoldWith } from './constant.js';
import { functionOf } from './locate-functions.js';

/** Folds a call of a pure built-in on constants: the ways in which code spells a text without writing it. */
export function foldCall(node: ts.CallExpression, bound: Bound, fold: FoldWith): Constant | undefined {
  const callee = node.expression;
  if (ts.isIdentifier(callee)) return foldGlobal(callee.text, foldArguments(node, bound, fold));
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const name = callee.name.text;
  if (ts.isIdentifier(callee.expression)) {
    const args = foldArguments(node, bound, fold);
    const value = foldGlobal(`${callee.expression.text}.${name}`, args);
    if (value !== undefined) return value;
  }
  const target = fold(callee.expression, bound);
  if (target === undefined || target === null) return undefined;
  if (name === 'map' && isList(target)) return foldMap(target, node.arguments[0], bound, fold);
  const args = foldArguments(node, bound, fold);
  if (args === undefined) return undefined;
  if (typeof target === 'string') return ofString(target, name, args);
  if (isList(target)) return ofList(target, name, args);
  return typeof target === 'number' && name === 'toString' ? ofNumber(target, args[0]) : undefined;
}

function foldArguments(node: ts.CallExpression, bound: Bound, fold: FoldWith): readonly Constant[] | undefined {
  const values: Constant[] = [];
  for (const argument of node.arguments) {
    const spread = ts.isSpreadElement(argument);
    const value = fold(spread ? argument.expression : argument, bound);
    if (value === undefined) return undefined;
    if (!spread) values.push(value);
    else if (typeof value === 'string' || isList(value))
      values.push(...(typeof value === 'string' ? Array.from(value) : value));
    else return undefined;
  }
  return values;
}

function foldGlobal(name: string, args: readonly Constant[] | undefined): Constant | undefined {
  const first = args?.[0];
  if (args === undefined || first === undefined) return undefined;
  switch (name) {
    case 'String.fromCharCode':
      return String.fromCharCode(...args.map(asNumber));
    case 'String.fromCodePoint':
      return attempt(() => String.fromCodePoint(...args.map(asNumber)));
    case 'String':
      return asText(first);
    case 'Number':
    case 'parseFloat':
      return asNumber(first);
    case 'parseInt':
    case 'Number.parseInt':
      return Number.parseInt(asText(first) ?? '', args[1] === undefined ? 10 : asNumber(args[1]));
    case 'atob':
      return attempt(() => atob(asText(first) ?? ''));
    case 'decodeURIComponent':
    case 'decodeURI':
      return attempt(() => decodeURIComponent(asText(first) ?? ''));
    case 'Array.from':
      return typeof first === 'string' ? [...first] : isList(first) ? first : undefined;
    case 'Array.of':
      return args;
    case 'Object.freeze':
      return first;
    default:
      return undefined;
  }
}

/** The call's value, or none where the built-in refuses its arguments: then the guest's own call would throw, too. */
function attempt(call: () => string): string | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}

function foldMap(
  items: readonly Constant[],
  callback: ts.Expression | undefined,
  bound: Bound,
  fold: FoldWith,
): Constant | undefined {
  const fn = functionOf(callback);
  const parameter = fn?.parameters[0]?.name;
  const body = fn === undefined ? undefined : bodyOf(fn);
  const values: Constant[] = [];
  for (const item of items) {
    let value: Constant | undefined;
    if (fn === undefined) value = callback === undefined ? undefined : foldGlobal(callback.getText(), [item]);
    else if (body !== undefined && parameter !== undefined && ts.isIdentifier(parameter)) {
      value = fold(body, new Map([...bound, [parameter.text, item]]));
    }
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function bodyOf(fn: ts.ArrowFunction | ts.FunctionExpression): ts.Expression | undefined {
  if (!ts.isBlock(fn.body)) return fn.body;
  const last = fn.body.statements.at(-1);
  return last !== undefined && ts.isReturnStatement(last) ? last.expression : undefined;
}

function ofString(text: string, name: string, args: readonly Constant[]): Constant | undefined {
  const [a, b] = args;
  const [from, to] = [a === undefined ? 0 : asNumber(a), b === undefined ? undefined : asNumber(b)];
  switch (name) {
    case 'toLowerCase':
    case 'toLocaleLowerCase':
      return text.toLowerCase();
    case 'toUpperCase':
    case 'toLocaleUpperCase':
      return text.toUpperCase();
    case 'trim':
    case 'trimStart':
    case 'trimEnd':
      return text.trim();
    case 'toString':
    case 'valueOf':
    case 'normalize':
      return text;
    case 'split':
      return typeof a === 'string' ? text.split(a) : undefined;
    case 'concat':
      return text + args.map(plain).join('');
    case 'slice':
      return text.slice(from, to);
    case 'substring':
      return text.substring(from, to);
    case 'substr':
      return text.slice(from, to === undefined ? undefined : from + to);
    case 'at':
    case 'charAt':
      return text.at(from) ?? '';
    case 'charCodeAt':
    case 'codePointAt':
      return text.codePointAt(from);
    case 'repeat':
      return from >= 0 && from * text.length <= FOLD_LENGTH ? text.repeat(from) : undefined;
    case 'padStart':
    case 'padEnd':
      if (from > FOLD_LENGTH) return undefined;
      return name === 'padStart' ? text.padStart(from, asText(b) ?? ' ') : text.padEnd(from, asText(b) ?? ' ');
    case 'replace':
      return typeof a === 'string' && typeof b === 'string' ? text.replace(a, () => b) : undefined;
    case 'replaceAll':
      return typeof a === 'string' && typeof b === 'string' && (text.length + 1) * (b.length + 1) <= MOST_CHARS
        ? text.replaceAll(a, () => b)
        : undefined;
    default:
      return undefined;
  }
}

function ofList(items: readonly Constant[], name: string, args: readonly Constant[]): Constant | undefined {
  const [a, b] = args;
  switch (name) {
    case 'join':
      return joined(items, a === undefined ? ',' : plain(a));
    case 'reverse':
    case 'toReversed':
      return [...items].reverse();
    case 'slice':
      return items.slice(a === undefined ? 0 : asNumber(a), b === undefined ? undefined : asNumber(b));
    case 'concat':
      return items.concat(...args.map((arg) => (isList(arg) ? arg : [arg])));
    case 'flat':
      return items.flatMap((item) => (isList(item) ? item : [item]));
    case 'at':
      return items.at(asNumber(a ?? 0));
    case 'toString':
      return joined(items, ',');
    default:
      return undefined;
  }
}

function ofNumber(value: number, radix: Constant | undefined): string | undefined {
  const base = radix === undefined ? 10 : asNumber(radix);
  return Number.isInteger(base) && base >= 2 && base <= 36 ? value.toString(base) : undefined;
}

/** Most characters that one call may make before its result is cut off as too long. */
const MOST_CHARS = 1_000_000;

function joined(items: readonly Constant[], separator: string): string | undefined {
  const texts = items.map(plain);
  const chars = texts.reduce((sum, text) => sum + text.length + separator.length, 0);
  return chars > MOST_CHARS ? undefined : texts.join(separator);
}

/** A value's text; nothing for arrays and objects, which the language would convert by code of their own. */
const plain = (value: Constant): string => asText(value) ?? '';
