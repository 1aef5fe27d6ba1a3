import { ts } from 'ts-morph';
import type { Reason } from '../ports/editor.js';
import type { HarnessFiles } from '../ports/interface.js';
import { InputError } from '../task/error.js';
import { inSourceOrder } from './check-edit-set.js';
import { moduleReasons } from './file-reasons.js';
import { openFold } from './fold-constants.js';
import { lineAt } from './locate-functions.js';
import { normalised } from './signature.js';
import type { Loaded, Workspace } from './workspace.js';

const ENTRY = 'export async function main(task: Task, rt: Runtime): Promise<Answer>';
const MOST_LINES = 20;

/** Reads a harness for the first time. @throws InputError that lists `file:line` for every rule that it breaks. */
export function admitHarness(workspace: Workspace, files: HarnessFiles): void {
  const reasons: Reason[] = [];
  for (const file of Object.keys(files)) {
    if (!/^(?:[A-Za-z0-9_-]+\/)*[A-Za-z0-9_-]+\.ts$/.test(file)) {
      reasons.push({
        rule: 'target',
        at: `${file}:1`,
        message: 'a harness holds `.ts` files only, by relative paths of letters, digits, `-` and `_`',
      });
    }
  }
  if (!Object.hasOwn(files, 'main.ts')) {
    reasons.push({ rule: 'target', at: 'main.ts:1', message: `there is no main.ts; it must hold \`${ENTRY}\`` });
  }
  if (reasons.length === 0) {
    const loaded = workspace.load(files);
    const all = [...loaded.sources.keys()];
    reasons.push(...moduleReasons(workspace, loaded, all, openFold(loaded.program.getTypeChecker())));
    reasons.push(...entryReasons(workspace, loaded));
    for (const file of all) {
      for (const { line, message } of workspace.typeErrors(loaded, file)) {
        const at = `${file}:${String(line)}`;
        if (!reasons.some((reason) => reason.at === at)) reasons.push({ rule: 'type', at, message });
      }
    }
  }
  if (reasons.length === 0) return;
  const lines = inSourceOrder(reasons).map(({ rule, at, message }) => `  ${at ?? ''} [${rule}] ${message}`);
  const more = lines.length > MOST_LINES ? [`  and ${String(lines.length - MOST_LINES)} more`] : [];
  throw new InputError(
    `Expected a harness that compiles and keeps the rules, got ${String(lines.length)} ${lines.length === 1 ? 'fault' : 'faults'}:\n${[...lines.slice(0, MOST_LINES), ...more].join('\n')}`,
  );
}

function entryReasons(workspace: Workspace, { program, sources }: Loaded): readonly Reason[] {
  const source = sources.get('main.ts');
  if (source === undefined) return [];
  const main = source.statements.find(
    (statement): statement is ts.FunctionDeclaration =>
      ts.isFunctionDeclaration(statement) && statement.name?.text === 'main',
  );
  const words = main === undefined ? [] : (ts.getModifiers(main) ?? []).map((modifier) => modifier.kind);
  const types = main?.parameters.map(
    (parameter) =>
      parameter.initializer === undefined &&
      parameter.questionToken === undefined &&
      parameter.type &&
      normalised(parameter.type),
  );
  const fits =
    words.includes(ts.SyntaxKind.ExportKeyword) &&
    words.includes(ts.SyntaxKind.AsyncKeyword) &&
    !words.includes(ts.SyntaxKind.DefaultKeyword) &&
    main?.asteriskToken === undefined &&
    main?.typeParameters === undefined &&
    types?.join() === 'Task,Runtime' &&
    main?.type !== undefined &&
    normalised(main.type) === 'Promise<Answer>';
  const at = `main.ts:${String(main === undefined ? 1 : lineAt(source, main.getStart(source)))}`;
  if (!fits) return [{ rule: 'signature', at, message: `the entry must be \`${ENTRY}\`` }];
  return workspace.entryErrors({ program, sources }).map((message) => ({
    rule: 'signature',
    at,
    message: `the entry must take and give the interface's own types: ${message}`,
  }));
}
