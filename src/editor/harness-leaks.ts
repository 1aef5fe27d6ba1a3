import type { LeakRules, Reason } from '../ports/editor.js';
import type { HarnessFiles } from '../ports/interface.js';
import { openFold } from './fold-constants.js';
import type { Telling } from './leak-index.js';
import { findLeaks, tellingIn } from './leaks.js';
import { harnessSource } from './locate-functions.js';
import type { Workspace } from './workspace.js';

/** Telling texts that stand anywhere in a harness and not already in the one that it grew from. */
export function harnessLeaks(
  workspace: Workspace,
  files: HarnessFiles,
  grownFrom: HarnessFiles,
  rules: LeakRules,
): readonly Reason[] {
  const loaded = workspace.load(files);
  const fold = openFold(loaded.program.getTypeChecker());
  let known: ReadonlySet<Telling> | undefined;
  const before = (): ReadonlySet<Telling> =>
    (known ??= tellingIn(
      new Map(Object.entries(grownFrom).map(([file, text]) => [file, harnessSource(file, text)])),
      rules,
    ));
  return [...loaded.sources].flatMap(([file, source]) => [
    ...findLeaks(file, source, [{ start: 0, end: source.text.length }], rules, fold, before).reasons,
  ]);
}
