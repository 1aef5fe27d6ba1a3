import { ts } from 'ts-morph';
import { functionOf, lineAt, locateFunctions, memberFunction } from './locate-functions.js';
import { isLiteralConstant, mutableContainer } from './literal-constant.js';

/** The one module from outside that a harness file may import. */
export const RUNTIME_MODULE = 'espalier/runtime';

/** A broken rule at a line of the file that was read. */
export interface Breach {
  readonly rule: 'shape' | 'forbidden' | 'target';
  readonly line: number;
  readonly message: string;
}

const ALLOWED =
  'module level holds only imports, types, interfaces, functions, classes and immutable literal constants';

/** What a module holds at its top level that a harness may not: anything that runs or keeps state at load. */
export function moduleBreaches(file: string, source: ts.SourceFile, own: (path: string) => boolean): readonly Breach[] {
  const breaches: Breach[] = [];
  const put = (rule: Breach['rule'], node: ts.Node, message: string): void => {
    breaches.push({ rule, line: lineAt(source, node.getStart(source)), message });
  };
  for (const reference of [
    ...source.referencedFiles,
    ...source.libReferenceDirectives,
    ...source.typeReferenceDirectives,
  ]) {
    breaches.push({
      rule: 'forbidden',
      line: lineAt(source, reference.pos),
      message: 'no `/// <reference …>` directives; remove the line',
    });
  }
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) checkImport(statement);
    else if (ts.isVariableStatement(statement)) checkVariables(statement);
    else if (ts.isClassDeclaration(statement)) checkClass(statement);
    else if (ts.isFunctionDeclaration(statement)) {
      if (statement.body === undefined) {
        put('shape', statement, 'no overloads or `declare function`; write one function with a union of types');
      }
    } else if (ts.isExportAssignment(statement)) {
      if (functionOf(statement.expression) === undefined) {
        put('shape', statement, '`export default` is for functions only; export a named declaration instead');
      }
    } else if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) {
      if (ts.isExportDeclaration(statement)) {
        put('shape', statement, 'no export lists or re-exports; write `export` at the declaration itself');
      } else if (!ts.isEmptyStatement(statement)) {
        put('shape', statement, `${ALLOWED}; move this statement into a function`);
      }
    }
  }
  const ids = new Set<string>();
  for (const located of locateFunctions(file, source)) {
    if (ids.has(located.id)) {
      put(
        'shape',
        located.node,
        `two functions are called \`${located.name}\` (a getter and a setter, or static and not); give each its own name`,
      );
    }
    ids.add(located.id);
  }
  return breaches;

  function checkImport(statement: ts.ImportDeclaration): void {
    // The parser gives a string literal here, or has already reported a syntax error.
    const specifier = ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : '';
    if (specifier === RUNTIME_MODULE) return;
    const path = ownPath(file, specifier);
    if (path === undefined) {
      put(
        'forbidden',
        statement,
        `import of '${specifier}'; a harness may import '${RUNTIME_MODULE}' and its own files by relative path with \`.js\`, as in './plan.js'`,
      );
    } else if (!own(path)) {
      put('target', statement, `import of '${specifier}', but the harness has no file \`${path}\``);
    }
  }

  function checkVariables(statement: ts.VariableStatement): void {
    const list = statement.declarationList;
    if ((list.flags & ts.NodeFlags.Const) === 0 || (list.flags & ts.NodeFlags.Let) !== 0) {
      put('shape', statement, 'no `let` or `var` at module level; keep state in a function or pass it on');
      return;
    }
    if (statement.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DeclareKeyword) === true) {
      put('shape', statement, 'no `declare`; use what the runtime interface gives');
      return;
    }
    const functions = list.declarations.filter((declaration) => functionOf(declaration.initializer) !== undefined);
    if (functions.length > 0 && list.declarations.length > 1) {
      put('shape', statement, 'one `const` a function: split this statement');
    }
    for (const declaration of list.declarations) {
      if (functions.includes(declaration)) continue;
      const value = declaration.initializer;
      if (value === undefined || !ts.isIdentifier(declaration.name) || !isLiteralConstant(value)) {
        put(
          'shape',
          declaration,
          `a module-level constant must be a literal (string, number, regular expression, \`[…] as const\`, object of literals): no calls, no \`new\`; compute it in a function`,
        );
      } else if (mutableContainer(value, declaration.type)) {
        put(
          'shape',
          declaration,
          `\`${declaration.name.text}\` is a mutable container; write \`[…] as const\` or give it a readonly type, as in \`readonly string[]\``,
        );
      }
    }
  }

  function checkClass(statement: ts.ClassDeclaration): void {
    for (const clause of statement.heritageClauses ?? []) {
      for (const type of clause.types) {
        if (clause.token === ts.SyntaxKind.ExtendsKeyword && !ts.isIdentifier(type.expression)) {
          put('shape', clause, 'a class may extend a class by its name only');
        }
      }
    }
    for (const member of statement.members) {
      if (ts.isClassStaticBlockDeclaration(member)) {
        put('shape', member, 'no static blocks: nothing may run when the module loads');
      } else if (member.name !== undefined && ts.isComputedPropertyName(member.name) && !isPlainKey(member.name)) {
        put('shape', member, 'no computed member names but those of well-known symbols; write the name out');
      } else if (ts.isPropertyDeclaration(member) && memberFunction(member) === undefined && isStatic(member)) {
        const readonly = member.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ReadonlyKeyword) === true;
        const value = member.initializer;
        if (!readonly || value === undefined || !isLiteralConstant(value) || mutableContainer(value, member.type)) {
          put(
            'shape',
            member,
            'a static field must be `static readonly` with an immutable literal: no module-level state',
          );
        }
      }
    }
  }
}

const isStatic = (member: ts.PropertyDeclaration): boolean =>
  member.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword) === true;

const isPlainKey = (name: ts.ComputedPropertyName): boolean =>
  /^Symbol\.(?:iterator|asyncIterator)$/.test(name.expression.getText());

/** The harness path that a relative `.js` specifier in `file` names; `undefined` for any other specifier. */
export function ownPath(file: string, specifier: string): string | undefined {
  if (!/^\.\.?\//.test(specifier) || !specifier.endsWith('.js')) return undefined;
  const parts = file.split('/').slice(0, -1);
  for (const part of specifier.slice(0, -3).split('/')) {
    if (part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return `${parts.join('/')}.ts`;
}
