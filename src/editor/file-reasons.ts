import type { Reason } from '../ports/editor.js';
import type { Fold } from './constant.js';
import { forbiddenUses } from './forbidden-uses.js';
import { moduleBreaches } from './module-rules.js';
import { reassignments } from './reassignments.js';
import type { Loaded, Workspace } from './workspace.js';

/** Syntax errors, module rules and forbidden uses of some files of a harness. */
export function moduleReasons(
  workspace: Workspace,
  loaded: Loaded,
  files: readonly string[],
  fold: Fold,
): readonly Reason[] {
  return files.flatMap((file): readonly Reason[] => {
    const source = loaded.sources.get(file);
    if (source === undefined) return [];
    const errors = workspace.syntaxErrors(loaded, file);
    if (errors.length > 0) {
      return errors.map(({ line, message }) => ({ rule: 'parse', at: `${file}:${String(line)}`, message }));
    }
    const breaches = [
      ...moduleBreaches(file, source, (path) => loaded.sources.has(path)),
      ...forbiddenUses(source, fold),
      ...reassignments(source),
    ];
    return breaches.map(({ rule, line, message }) => ({ rule, at: `${file}:${String(line)}`, message }));
  });
}
