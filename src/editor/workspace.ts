import { Project, ts } from 'ts-morph';
import type { HarnessFiles, HarnessInterface } from '../ports/interface.js';
import { InputError } from '../task/error.js';
import { RUNTIME_MODULE } from './module-rules.js';

const ROOT = '/harness/';
const RUNTIME_FILE = '/interface/runtime.d.ts';
const ENTRY_FILE = '/interface/entry.ts';

/** A harness as the compiler sees it. `sources` holds the nodes that `program` can tell the types and symbols of. */
export interface Loaded {
  readonly program: ts.Program;
  readonly sources: ReadonlyMap<string, ts.SourceFile>;
}

/** A compiler diagnostic in a harness file. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** One warm TypeScript project: library and interface stay parsed, only files that differ are read again. */
export interface Workspace {
  load(files: HarnessFiles): Loaded;
  syntaxErrors(loaded: Loaded, file: string): readonly Finding[];
  typeErrors(loaded: Loaded, file: string): readonly Finding[];
  /** What keeps `main` from being the entry that the interface names, through the types and not the words. */
  entryErrors(loaded: Loaded): readonly string[];
}

/** Opens a project in memory for one family's interface. @throws InputError when the interface's declarations do not parse. */
export function openWorkspace(iface: HarnessInterface): Workspace {
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: {
      strict: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      moduleDetection: ts.ModuleDetectionKind.Force,
      isolatedModules: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
      paths: { [RUNTIME_MODULE]: [RUNTIME_FILE] },
    },
  });
  const declarations = project.createSourceFile(RUNTIME_FILE, iface.dts);
  const broken = project.getProgram().compilerObject.getSyntacticDiagnostics(declarations.compilerNode)[0];
  if (broken !== undefined) {
    throw new InputError(`Expected the interface's declarations to parse, got: ${messageOf(broken)}`);
  }
  project.createSourceFile(
    ENTRY_FILE,
    `import { main } from '/harness/main.js';
import type { Answer, Runtime, Task } from '${RUNTIME_MODULE}';
export const entry: (task: Task, rt: Runtime) => Promise<Answer> = main;
`,
  );
  const texts = new Map<string, string>();

  const findings = (diagnostics: readonly ts.Diagnostic[], file: string): readonly Finding[] =>
    diagnostics.map((diagnostic) => ({
      file,
      line:
        diagnostic.file === undefined || diagnostic.start === undefined
          ? 1
          : diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start).line + 1,
      message: messageOf(diagnostic),
    }));

  return {
    load(files) {
      for (const file of [...texts.keys()]) {
        if (Object.hasOwn(files, file)) continue;
        project.getSourceFile(ROOT + file)?.forget();
        texts.delete(file);
      }
      for (const [file, text] of Object.entries(files)) {
        if (texts.get(file) === text) continue;
        project.createSourceFile(ROOT + file, text, { overwrite: true });
        texts.set(file, text);
      }
      const program = project.getProgram().compilerObject;
      const sources = new Map<string, ts.SourceFile>();
      for (const file of Object.keys(files).sort()) {
        const source = program.getSourceFile(ROOT + file);
        if (source !== undefined) sources.set(file, source);
      }
      return { program, sources };
    },
    syntaxErrors: ({ program, sources }, file) => findings(program.getSyntacticDiagnostics(sources.get(file)), file),
    typeErrors: ({ program, sources }, file) => findings(program.getSemanticDiagnostics(sources.get(file)), file),
    entryErrors: ({ program }) =>
      program.getSemanticDiagnostics(program.getSourceFile(ENTRY_FILE)).map((diagnostic) => messageOf(diagnostic)),
  };
}

const messageOf = (diagnostic: ts.Diagnostic): string =>
  ts.flattenDiagnosticMessageText(diagnostic.messageText, '; ').replace(/\s+/g, ' ');
