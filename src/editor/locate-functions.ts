import { ts } from 'ts-morph';
import type { HarnessFunction } from '../ports/editor.js';
import type { HarnessFiles } from '../ports/interface.js';
import { functionId, type FunctionId } from '../task/ids.js';

/** A node that has parameters and a body. */
export type FunctionNode =
  | ts.FunctionDeclaration
  | ts.ArrowFunction
  | ts.FunctionExpression
  | ts.MethodDeclaration
  | ts.AccessorDeclaration
  | ts.ConstructorDeclaration;

/** A top-level function or class member in its file. */
export interface LocatedFunction {
  readonly id: FunctionId;
  readonly file: string;
  /** `main`, `Plan.next`, `Plan.constructor`, `default`. */
  readonly name: string;
  readonly form: 'declaration' | 'const' | 'default' | 'member';
  /** The whole declaration: what a replacement takes the place of. */
  readonly node: ts.Statement | ts.ClassElement;
  readonly fn: FunctionNode;
}

/** Parses one file without type information; parents are set. Never throws: syntax errors show in a type check. */
export const parseSource = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);

const lastParsed = new Map<string, ts.SourceFile>();

/** As `parseSource`, for the files of a harness: the last text of each path is not parsed again. */
export function harnessSource(file: string, text: string): ts.SourceFile {
  const known = lastParsed.get(file);
  if (known?.text === text) return known;
  const source = parseSource(file, text);
  lastParsed.set(file, source);
  return source;
}

/** Every top-level function and class member with a body, in source order. Nested functions belong to these. */
export function locateFunctions(file: string, source: ts.SourceFile): readonly LocatedFunction[] {
  const found: LocatedFunction[] = [];
  const put = (name: string, form: LocatedFunction['form'], node: LocatedFunction['node'], fn: FunctionNode): void => {
    found.push({ id: functionId(file, name), file, name, form, node, fn });
  };
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement)) {
      if (statement.body === undefined) continue;
      if (statement.name === undefined) put('default', 'default', statement, statement);
      else put(statement.name.text, 'declaration', statement, statement);
    } else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        const fn = functionOf(declaration.initializer);
        if (fn !== undefined && ts.isIdentifier(declaration.name)) put(declaration.name.text, 'const', statement, fn);
      }
    } else if (ts.isExportAssignment(statement)) {
      const fn = functionOf(statement.expression);
      if (fn !== undefined) put('default', 'default', statement, fn);
    } else if (ts.isClassDeclaration(statement)) {
      for (const member of statement.members) {
        const fn = memberFunction(member);
        if (fn !== undefined) put(`${statement.name?.text ?? 'default'}.${memberName(member)}`, 'member', member, fn);
      }
    }
  }
  return found;
}

/** The arrow function or function expression that an initialiser is, through parentheses and type assertions. */
export function functionOf(
  expression: ts.Expression | undefined,
): ts.ArrowFunction | ts.FunctionExpression | undefined {
  let inner = expression;
  while (
    inner !== undefined &&
    (ts.isParenthesizedExpression(inner) || ts.isAsExpression(inner) || ts.isSatisfiesExpression(inner))
  ) {
    inner = inner.expression;
  }
  return inner !== undefined && (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) ? inner : undefined;
}

/** The function that a class member is, if it has a body. */
export function memberFunction(member: ts.ClassElement): FunctionNode | undefined {
  if (ts.isMethodDeclaration(member) || ts.isAccessor(member) || ts.isConstructorDeclaration(member)) {
    return member.body === undefined ? undefined : member;
  }
  return ts.isPropertyDeclaration(member) ? functionOf(member.initializer) : undefined;
}

/** `next`, `#secret`, `[Symbol.iterator]`, `constructor`. */
export function memberName(member: ts.ClassElement): string {
  if (ts.isConstructorDeclaration(member)) return 'constructor';
  const name = member.name;
  if (name === undefined) return 'static';
  return ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : name.getText();
}

/** First character of a declaration with the comments that stand right above it, no blank line between. */
export function startOf(node: ts.Node): number {
  const source = node.getSourceFile();
  let start = node.getStart(source, true);
  for (const comment of [...(ts.getLeadingCommentRanges(source.text, node.pos) ?? [])].reverse()) {
    if (comment.pos >= start) continue;
    if (/\n[ \t]*\r?\n/.test(source.text.slice(comment.end, start))) break;
    start = comment.pos;
  }
  return start;
}

/** A declaration's text with the comments right above it. */
export const sourceOf = (node: ts.Node): string => node.getSourceFile().text.slice(startOf(node), node.end);

/** Line of a position, from 1. */
export const lineAt = (source: ts.SourceFile, position: number): number =>
  source.getLineAndCharacterOfPosition(position).line + 1;

/** Functions of a whole harness as the optimizer is shown them, by file name and then source order. */
export function harnessFunctions(files: HarnessFiles): readonly HarnessFunction[] {
  return Object.keys(files)
    .sort()
    .flatMap((file) => {
      const source = harnessSource(file, files[file] ?? '');
      return locateFunctions(file, source).map((located): HarnessFunction => ({
        id: located.id,
        file,
        startLine: lineAt(source, startOf(located.node)),
        endLine: lineAt(source, located.node.end),
        source: sourceOf(located.node),
        signature: headOf(located),
      }));
    });
}

/** The declaration up to its body, on one line. */
function headOf(located: LocatedFunction): string {
  const source = located.node.getSourceFile();
  const end = located.fn.body?.getStart(source) ?? located.fn.end;
  return source.text
    .slice(located.node.getStart(source), end)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s*=>\s*$/, '')
    .trim();
}
