import { ts } from 'ts-morph';
import { lineAt, locateFunctions, parseSource, type LocatedFunction } from './locate-functions.js';

/** A fault in an edit's own code, at a line of that code. */
export interface CodeFault {
  readonly rule: 'parse' | 'shape';
  readonly line: number;
  readonly message: string;
}

export type CodeRead<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly CodeFault[] };

/** Text around a class member, so that it parses; one line, so that lines stay right. */
const CLASS_HEAD = 'class Holder {';

/** Reads the code of a `replace`: exactly one declaration of the same form and name, and nothing else. */
export function readReplacement(target: LocatedFunction, code: string): CodeRead<null> {
  const wrap = target.form === 'member';
  const source = parseSource('code.ts', wrap ? `${CLASS_HEAD}${code}\n}` : code);
  const faults = syntaxFaults(source.text);
  if (faults.length > 0) return { ok: false, faults: wrap && isClass(code) ? [CLASS_AROUND_MEMBER] : faults };
  const wanted = `exactly one declaration of \`${target.name}\`, ${FORMS[target.form]}`;
  const [only, ...others] = locateFunctions(target.file, source);
  const holder = source.statements[0];
  const declarations =
    wrap && holder !== undefined && ts.isClassDeclaration(holder) && source.statements.length === 1
      ? holder.members.length
      : source.statements.length;
  const ownName = target.name.slice(target.name.indexOf('.') + 1);
  const name = wrap ? only?.name.slice('Holder.'.length) : only?.name;
  if (
    only === undefined ||
    others.length > 0 ||
    declarations !== 1 ||
    only.form !== target.form ||
    name !== (wrap ? ownName : target.name)
  ) {
    const got =
      declarations === 1 && only !== undefined
        ? `\`${name ?? ''}\`, ${FORMS[only.form]}`
        : `${String(declarations)} declarations`;
    return {
      ok: false,
      faults: [
        {
          rule: 'shape',
          line: 1,
          message: `the code must be ${wanted}; got ${got}. Put new functions in an \`add\` edit, constants, types and imports in a \`declare\` edit`,
        },
      ],
    };
  }
  return { ok: true, value: null };
}

const CLASS_AROUND_MEMBER: CodeFault = {
  rule: 'shape',
  line: 1,
  message: 'the code of a class member stands alone, as in the class body: take the `class … { }` around it away',
};

const isClass = (code: string): boolean => parseSource('code.ts', code).statements.some(ts.isClassDeclaration);

const FORMS: Readonly<Record<LocatedFunction['form'], string>> = {
  declaration: 'a function declaration',
  const: 'a `const` that is a function',
  default: 'an `export default` function',
  member: 'a class member as it stands in the class body, without the class around it',
};

/** Reads the code of an `add`: functions and classes only. Gives the names that it declares. */
export function readAddition(code: string): CodeRead<readonly string[]> {
  return readStatements(
    code,
    (statement) =>
      ts.isClassDeclaration(statement) ||
      ts.isFunctionDeclaration(statement) ||
      (ts.isVariableStatement(statement) && isFunctionStatement(statement)),
    'an `add` edit holds only functions and classes; put imports, types and literal constants in a `declare` edit',
  );
}

/** Reads the code of a `declare`: imports, types and constants only. Gives its statements' texts. */
export function readDeclaration(code: string): CodeRead<{
  readonly names: readonly string[];
  readonly imports: readonly string[];
  readonly others: readonly string[];
}> {
  const read = readStatements(
    code,
    (statement) =>
      ts.isImportDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      (ts.isVariableStatement(statement) && !isFunctionStatement(statement)),
    'a `declare` edit holds only imports, types, interfaces and literal constants; put functions and classes in an `add` edit',
  );
  if (!read.ok) return read;
  const source = parseSource('code.ts', code);
  const imports: string[] = [];
  const others: string[] = [];
  let start = 0;
  for (const [index, statement] of source.statements.entries()) {
    const next = source.statements[index + 1];
    const end = next === undefined ? code.length : Math.max(statement.end, next.getFullStart());
    (ts.isImportDeclaration(statement) ? imports : others).push(code.slice(start, end).trim());
    start = end;
  }
  return { ok: true, value: { names: read.value, imports, others } };
}

const isFunctionStatement = (statement: ts.VariableStatement): boolean =>
  locateFunctions('code.ts', parseSource('code.ts', statement.getText())).length > 0;

function readStatements(
  code: string,
  allowed: (statement: ts.Statement) => boolean,
  message: string,
): CodeRead<readonly string[]> {
  const source = parseSource('code.ts', code);
  const faults = [...syntaxFaults(code)];
  if (faults.length > 0) return { ok: false, faults };
  for (const statement of source.statements) {
    if (!allowed(statement)) faults.push({ rule: 'shape', line: lineAt(source, statement.getStart(source)), message });
  }
  if (source.statements.length === 0) faults.push({ rule: 'shape', line: 1, message: 'the code declares nothing' });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: declaredNames(source) };
}

/** Names that a file's statements declare at its top level, imported ones too. */
export function declaredNames(source: ts.SourceFile): readonly string[] {
  return source.statements.flatMap((statement): readonly string[] => {
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap((declaration) =>
        ts.isIdentifier(declaration.name) ? [declaration.name.text] : [],
      );
    }
    if (ts.isImportDeclaration(statement)) {
      const clause = statement.importClause;
      const bindings = clause?.namedBindings;
      const named =
        bindings === undefined
          ? []
          : ts.isNamespaceImport(bindings)
            ? [bindings.name.text]
            : bindings.elements.map((item) => item.name.text);
      return clause?.name === undefined ? named : [clause.name.text, ...named];
    }
    if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    ) {
      return statement.name === undefined ? ['default'] : [statement.name.text];
    }
    return ts.isExportAssignment(statement) ? ['default'] : [];
  });
}

/** Syntax errors of a piece of code by itself. */
export function syntaxFaults(code: string): readonly CodeFault[] {
  const { diagnostics = [] } = ts.transpileModule(code, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return diagnostics.map((diagnostic) => ({
    rule: 'parse',
    line:
      diagnostic.file === undefined || diagnostic.start === undefined
        ? 1
        : diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start).line + 1,
    message: ts.flattenDiagnosticMessageText(diagnostic.messageText, '; '),
  }));
}
