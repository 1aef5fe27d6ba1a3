import { ts } from 'ts-morph';
import type { LeakRules, Reason } from '../ports/editor.js';
import { asText, isList, type Constant, type Fold } from './constant.js';
import { identifierText, leakText, patternText } from './leak-text.js';
import { leakIndex, type Telling } from './leak-index.js';
import { lineAt } from './locate-functions.js';
import { commentsOf } from './source-comments.js';

/** A stretch of a file that an edit set wrote. */
export interface WrittenRange {
  readonly start: number;
  readonly end: number;
}

/** One constant of the code: its normalised text, where it stands and what it is called in a reason. */
interface Constancy {
  readonly text: string;
  readonly line: number;
  readonly kind: string;
}

const WHAT: Readonly<Record<Telling['what'], string>> = {
  id: 'the id',
  answer: 'the expected answer',
  title: 'a gold title',
};

const OF: Readonly<Record<'train' | 'test', string>> = { train: 'a training case', test: 'a test case' };

/** What a leak check found in one file: reasons with a place for training cases, and whether a held-out case was hit. */
export interface Leaks {
  readonly reasons: readonly Reason[];
  readonly heldOut: boolean;
}

/** The one reason for any number of hits by held-out cases. It has no place, value or split on purpose. */
export const HELD_OUT_LEAK: Reason = { rule: 'leak', message: 'not allowed' };

/** The telling texts that stand in a harness as they are, without folding. */
export function tellingIn(sources: ReadonlyMap<string, ts.SourceFile>, rules: LeakRules): ReadonlySet<Telling> {
  const index = leakIndex(rules.telling);
  const found = new Set<Telling>();
  for (const [file, source] of sources) {
    const whole = [{ start: 0, end: source.text.length }];
    for (const { text } of constantsIn(file, source, whole, () => undefined)) {
      for (const item of index.find(text)) found.add(item);
    }
  }
  return found;
}

/**
 * Compares what an edit set wrote in a file, after constant folding, with the texts that would tell an answer. Texts
 * that stood in the harness before are none of the edit set's doing; `before` is asked for them only after a hit.
 */
export function findLeaks(
  file: string,
  source: ts.SourceFile,
  written: readonly WrittenRange[],
  rules: LeakRules,
  fold: Fold,
  before: () => ReadonlySet<Telling>,
): Leaks {
  const index = leakIndex(rules.telling);
  const reasons = new Map<string, Reason>();
  let heldOut = false;
  for (const { text, line, kind } of constantsIn(file, source, written, fold)) {
    const hits = index.find(text).filter((item) => !before().has(item) && !rules.common(item.text));
    const named = hits.filter((item) => item.split !== 'gate');
    const namedTexts = new Set(named.map((item) => leakText(item.text)));
    if (hits.some((item) => item.split === 'gate' && !namedTexts.has(leakText(item.text)))) heldOut = true;
    const [first] = named;
    if (first === undefined) continue;
    const at = `${file}:${String(line)}`;
    reasons.set(`${at} ${first.what}`, {
      rule: 'leak',
      at,
      message: `this ${kind} holds ${WHAT[first.what]} of ${OF[first.split === 'test' ? 'test' : 'train']}; write code that works for any task of this kind, with no text of a single case`,
    });
  }
  return { reasons: [...reasons.values()], heldOut };
}

function constantsIn(
  file: string,
  source: ts.SourceFile,
  written: readonly WrittenRange[],
  fold: Fold,
): readonly Constancy[] {
  const found = new Map<string, Constancy>();
  const put = (text: string, position: number, kind: string): void => {
    const line = lineAt(source, position);
    if (text !== '') found.set(`${String(line)} ${text}`, { text, line, kind });
  };
  const within = (start: number, end: number): boolean =>
    written.some((range) => start < range.end && end > range.start);
  const visit = (node: ts.Node): void => {
    const start = node.getStart(source);
    if (!within(start, node.end)) return;
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) put(identifierText(node.text), start, 'identifier');
    else if (ts.isRegularExpressionLiteral(node)) {
      put(patternText(node.text.replace(/^\/|\/[a-z]*$/g, '')), start, 'regular expression');
    } else if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      put(leakText(node.text), start, 'template');
    // Type literals and property names are no expressions that the folder meets.
    else if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) put(leakText(node.text), start, 'literal');
    if (ts.isExpression(node)) {
      for (const text of texts(fold(node)))
        put(text, start, ts.isLiteralExpression(node) ? 'literal' : 'constant expression');
      for (const run of constantRuns(node, fold)) put(leakText(run), start, 'constant expression');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const comment of commentsOf(source)) {
    if (within(comment.pos, comment.end)) put(leakText(comment.text), comment.pos, 'comment');
  }
  if (written.some((range) => range.start === 0 && range.end >= source.text.length))
    put(identifierText(file), 0, 'path');
  return [...found.values()].sort((a, b) => a.line - b.line);
}

function texts(value: Constant | undefined): readonly string[] {
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 && value <= 100 ? [] : [leakText(String(value))];
  if (typeof value === 'string') return [leakText(value)];
  return isList(value) ? value.flatMap(texts) : [];
}

/** Neighbouring constant pieces of a `+` chain or a template that also has parts that vary. */
function constantRuns(node: ts.Expression, fold: Fold): readonly string[] {
  if (isPlus(node.parent)) return [];
  const pieces = piecesOf(node, fold);
  if (pieces.length < 2) return [];
  const runs: string[] = [''];
  for (const piece of pieces) {
    if (piece === undefined) runs.push('');
    else runs[runs.length - 1] = `${runs.at(-1) ?? ''}${piece}`;
  }
  return runs;
}

function piecesOf(node: ts.Expression, fold: Fold): readonly (string | undefined)[] {
  if (isPlus(node)) {
    return [...piecesOf(node.left, fold), ...piecesOf(node.right, fold)];
  }
  if (ts.isTemplateExpression(node)) {
    return [
      node.head.text,
      ...node.templateSpans.flatMap((span) => [...piecesOf(span.expression, fold), span.literal.text]),
    ];
  }
  return [asText(fold(node))];
}

const isPlus = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
