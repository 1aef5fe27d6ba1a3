import { ts } from 'ts-morph';
import type { Reason } from '../ports/editor.js';
import type { Edit, EditSet } from '../ports/edit-set.js';
import type { HarnessFiles } from '../ports/interface.js';
import { isNewFilePath } from './edit-schema.js';
import { LANGUAGE_GLOBALS } from './language-globals.js';
import { harnessSource, locateFunctions, parseSource, startOf, type LocatedFunction } from './locate-functions.js';
import { ownPath } from './module-rules.js';
import { nearest } from './nearest-name.js';
import {
  declaredNames,
  readAddition,
  readDeclaration,
  readReplacement,
  syntaxFaults,
  type CodeFault,
} from './read-edit-code.js';
import { splice, type Splice } from './splice-text.js';

/** What came of an edit set: the harness with every edit in it that could be applied, and why others could not. */
export interface Applied {
  readonly files: HarnessFiles;
  readonly reasons: readonly Reason[];
  /** Functions that a `remove` took out. */
  readonly removed: readonly LocatedFunction[];
}

/** Applies an edit set by splicing text: whatever no edit names stays byte for byte. */
export function applyEdits(files: HarnessFiles, editSet: EditSet): Applied {
  const reasons: Reason[] = [];
  const sources = new Map(Object.entries(files).map(([file, text]) => [file, harnessSource(file, text)]));
  const functions = [...sources].flatMap(([file, source]) => locateFunctions(file, source));
  const splices = new Map<string, Splice[]>([...sources.keys()].map((file) => [file, []]));
  const created = new Map<string, string>();
  const additions = new Map<string, string[]>();
  const names = new Map([...sources].map(([file, source]) => [file, new Set(declaredNames(source))]));
  const edited = new Set<string>();
  const removed: LocatedFunction[] = [];

  for (const [index, edit] of editSet.edits.entries()) {
    const at = `edits[${String(index)}]`;
    if (edit.op === 'file') createFile(edit, at);
  }
  for (const [index, edit] of editSet.edits.entries()) {
    const at = `edits[${String(index)}]`;
    if (edit.op === 'replace' || edit.op === 'remove') editFunction(edit, at);
    else if (edit.op === 'add' || edit.op === 'declare') extendFile(edit, at);
  }
  for (const located of removed) dropImports(located);

  const result = new Map<string, string>();
  for (const [file, text] of [...Object.entries(files), ...created]) {
    const edited = extend(splice(text, splices.get(file) ?? []), additions.get(file) ?? []);
    if (!removed.some((located) => located.file === file) || declaresAnything(file, edited)) result.set(file, edited);
  }
  return { files: Object.fromEntries(result), reasons, removed };

  function createFile(edit: Extract<Edit, { op: 'file' }>, at: string): void {
    const { path, code } = edit;
    if (!isNewFilePath(path)) {
      reasons.push({
        rule: 'target',
        at: `${at}.path`,
        message: `\`${path}\` is no path for a harness file; write lower-case letters, digits and hyphens, as in \`hops/second.ts\``,
      });
    } else if (sources.has(path) || created.has(path)) {
      reasons.push({
        rule: 'target',
        at: `${at}.path`,
        message: `the file \`${path}\` exists; use \`add\`, \`declare\` or \`replace\` in it, or choose another path`,
      });
    } else {
      const faults = [...syntaxFaults(code)];
      if (faults.length === 0 && parseSource(path, code).statements.length === 0) {
        faults.push({ rule: 'shape', line: 1, message: 'the code declares nothing' });
      }
      if (faults.length > 0) fault(at, faults);
      else {
        created.set(path, code.endsWith('\n') ? code : `${code}\n`);
        names.set(path, new Set(declaredNames(parseSource(path, code))));
      }
    }
  }

  function editFunction(edit: Extract<Edit, { op: 'replace' | 'remove' }>, at: string): void {
    const located = functions.find((item) => item.id === edit.function);
    if (located === undefined) {
      const near = nearest(
        edit.function,
        functions.map((item) => item.id),
      );
      reasons.push({
        rule: 'target',
        at: `${at}.function`,
        message: `there is no function \`${edit.function}\`${near.length === 0 ? '' : `; nearest: ${near.map((id) => `\`${id}\``).join(', ')}`}; a new function takes an \`add\` edit`,
      });
      return;
    }
    if (edited.has(located.id)) {
      reasons.push({
        rule: 'target',
        at: `${at}.function`,
        message: `a second edit of \`${located.id}\`; make one edit of it`,
      });
      return;
    }
    edited.add(located.id);
    if (edit.op === 'remove') {
      if (located.id === 'main.ts#main') {
        reasons.push({
          rule: 'target',
          at: `${at}.function`,
          message: '`main` is the entry and stays; replace it instead',
        });
        return;
      }
      removed.push(located);
      put(located.file, wholeLines(located.node));
      return;
    }
    const read = readReplacement(located, edit.code);
    if (read.ok) put(located.file, { start: startOf(located.node), end: located.node.end, text: edit.code.trim() });
    else fault(at, read.faults);
  }

  function extendFile(edit: Extract<Edit, { op: 'add' | 'declare' }>, at: string): void {
    const taken = names.get(edit.file);
    if (taken === undefined) {
      const all = [...names.keys()].map((file) => `\`${file}\``).join(', ');
      reasons.push({
        rule: 'target',
        at: `${at}.file`,
        message: `there is no file \`${edit.file}\`; the harness has ${all}; a new file takes a \`file\` edit`,
      });
      return;
    }
    const read = edit.op === 'add' ? readAddition(edit.code) : readDeclaration(edit.code);
    if (!read.ok) {
      fault(at, read.faults);
      return;
    }
    const own = 'names' in read.value ? read.value.names : read.value;
    const twice = own.filter((name, position) => taken.has(name) || own.indexOf(name) !== position);
    for (const name of twice) {
      reasons.push({
        rule: 'target',
        at: `${at}.code`,
        message: `\`${name}\` is already declared in \`${edit.file}\`; choose another name${functions.some((item) => item.file === edit.file && item.name === name) ? ', or use `replace`' : ''}`,
      });
    }
    const shadowing = own.filter((name) => LANGUAGE_GLOBALS.has(name));
    for (const name of shadowing) {
      reasons.push({
        rule: 'target',
        at: `${at}.code`,
        message: `\`${name}\` is the language's own; declared here it would change other functions of \`${edit.file}\`; choose another name`,
      });
    }
    if (twice.length > 0 || shadowing.length > 0) return;
    for (const name of own) taken.add(name);
    if (!('names' in read.value)) append(edit.file, edit.code);
    else declareIn(edit.file, read.value.imports, read.value.others);
  }

  function declareIn(file: string, imports: readonly string[], others: readonly string[]): void {
    const source = sources.get(file);
    if (source === undefined) {
      // In a file of this same edit set: imports are hoisted, and constants come before any call.
      append(file, [...imports, ...others].join('\n'));
      return;
    }
    for (const text of imports) put(file, insertAfter(source, ts.isImportDeclaration, text));
    for (const text of others) put(file, insertAfter(source, isDeclaration, text));
  }

  function append(file: string, code: string): void {
    additions.set(file, [...(additions.get(file) ?? []), code]);
  }

  /** Takes the removed function's name out of other files' imports, which edits cannot change. */
  function dropImports(located: LocatedFunction): void {
    if (located.form === 'member' || located.form === 'default') return;
    for (const [file, source] of sources) {
      for (const statement of source.statements) {
        if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
        if (ownPath(file, statement.moduleSpecifier.text) !== located.file) continue;
        const bindings = statement.importClause?.namedBindings;
        if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
        const gone = new Set(removed.filter((item) => item.file === located.file).map((item) => item.name));
        const kept = bindings.elements.filter((item) => !gone.has((item.propertyName ?? item.name).text));
        if (kept.length === bindings.elements.length) continue;
        const whole = kept.length === 0 && statement.importClause?.name === undefined;
        const cut = whole
          ? wholeLines(statement)
          : {
              start: bindings.getStart(source),
              end: bindings.end,
              text: kept.length === 0 ? '{}' : `{ ${kept.map((item) => item.getText(source)).join(', ')} }`,
            };
        if (!(splices.get(file) ?? []).some((other) => other.start === cut.start && other.end === cut.end))
          put(file, cut);
      }
    }
  }

  function put(file: string, change: Splice): void {
    splices.get(file)?.push(change);
  }

  function fault(at: string, faults: readonly CodeFault[]): void {
    for (const { rule, line, message } of faults) reasons.push({ rule, at: `${at}.code:${String(line)}`, message });
  }
}

/** False where nothing but imports is left: such a file goes with the last function that was removed from it. */
const declaresAnything = (file: string, text: string): boolean =>
  parseSource(file, text).statements.some((statement) => !ts.isImportDeclaration(statement));

const isDeclaration = (statement: ts.Statement): boolean =>
  ts.isImportDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement) ||
  ts.isInterfaceDeclaration(statement) ||
  (ts.isVariableStatement(statement) && locateFunctions('', parseSource('', statement.getText())).length === 0);

/** An insertion after the last statement of a kind; at the top of the file when there is none. */
function insertAfter(source: ts.SourceFile, kind: (statement: ts.Statement) => boolean, text: string): Splice {
  const last = source.statements.filter(kind).at(-1) ?? source.statements.filter(ts.isImportDeclaration).at(-1);
  if (last === undefined) return { start: 0, end: 0, text: `${text}\n` };
  const comments = ts.getTrailingCommentRanges(source.text, last.end)?.at(-1);
  const end = comments?.end ?? last.end;
  return { start: end, end, text: `\n${text}` };
}

/** A removal of a declaration with the lines that it alone stands on, and one of two blank lines that would meet. */
function wholeLines(node: ts.Node): Splice {
  const text = node.getSourceFile().text;
  let [start, end] = [startOf(node), node.end];
  const before = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const after = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end))?.[0].length;
  const lineStart = start - before;
  if (after === undefined || (lineStart > 0 && text[lineStart - 1] !== '\n')) return { start, end, text: '' };
  start = lineStart;
  end += after;
  const blank = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
  if (blank > 0 && (start === 0 || /\n[ \t]*\r?\n$/.test(text.slice(0, start)))) end += blank;
  return { start, end, text: '' };
}

function extend(text: string, additions: readonly string[]): string {
  let result = text;
  for (const addition of additions) {
    if (result !== '' && !result.endsWith('\n')) result += '\n';
    result += `${result === '' ? '' : '\n'}${addition.trim()}\n`;
  }
  return result;
}
