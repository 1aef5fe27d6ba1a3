import ts from 'typescript';
import { instrumenting } from './instrument.js';

/** One module as a CommonJS function body. */
export interface CommonJsModule {
  readonly code: string;
  /** `mappings` of its source map. */
  readonly mappings: string;
  /** What it requires, as written, sorted. */
  readonly requires: readonly string[];
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.CommonJS,
  isolatedModules: true,
  removeComments: true,
  sourceMap: true,
  newLine: ts.NewLineKind.LineFeed,
};

/** A harness file with trace hooks. @throws InputError where the file cannot be instrumented. */
export const transpileHarness = (file: string, source: string): CommonJsModule =>
  transpile(file, source, [instrumenting(file)]);

/** One of the package's own modules, as it is. */
export const transpilePrelude = (file: string, source: string): CommonJsModule => transpile(file, source, []);

function transpile(file: string, source: string, before: ts.TransformerFactory<ts.SourceFile>[]): CommonJsModule {
  const { outputText, sourceMapText } = ts.transpileModule(source, {
    fileName: file,
    compilerOptions: OPTIONS,
    transformers: { before },
  });
  const { mappings } = JSON.parse(sourceMapText ?? '{"mappings":""}') as { mappings: string }; // the compiler's own v3 map
  const code = outputText.replace(/^\/\/# sourceMappingURL=.*$/m, '').trimEnd();
  return { code, mappings, requires: requiredBy(code) };
}

function requiredBy(code: string): readonly string[] {
  const found = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require') {
      const [specifier] = node.arguments;
      if (specifier !== undefined && ts.isStringLiteral(specifier)) found.add(specifier.text);
    }
    ts.forEachChild(node, look);
  };
  if (code.includes('require(')) look(ts.createSourceFile('module.js', code, ts.ScriptTarget.ES2022, false));
  return [...found].sort();
}
