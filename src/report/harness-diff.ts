import { createTwoFilesPatch } from 'diff';
import type { HarnessFunction } from '../ports/editor.js';
import type { Colors } from './colors.js';
import { plural } from './numbers.js';

/** One function's change between two versions. */
export interface FunctionChange {
  readonly function: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Unified diff of the declaration. */
  readonly patch: string;
}

/** Functions added, changed and removed from one version to another, in the order of the second. */
export function functionChanges(
  before: readonly HarnessFunction[],
  after: readonly HarnessFunction[],
): readonly FunctionChange[] {
  const old = new Map(before.map((one) => [one.id, one.source]));
  const fresh = new Set(after.map((one) => one.id));
  const changes: FunctionChange[] = [];
  for (const one of after) {
    const source = old.get(one.id);
    if (source === one.source) continue;
    changes.push({
      function: one.id,
      change: source === undefined ? 'added' : 'changed',
      patch: patchOf(one.id, source ?? '', one.source),
    });
  }
  for (const one of before) {
    if (!fresh.has(one.id))
      changes.push({ function: one.id, change: 'removed', patch: patchOf(one.id, one.source, '') });
  }
  return changes;
}

/** The changes with their text, for a terminal. */
export function diffText(changes: readonly FunctionChange[], colors: Colors): string {
  if (changes.length === 0) return 'No function differs.';
  const count = (change: FunctionChange['change']): number => changes.filter((one) => one.change === change).length;
  const mark = {
    added: colors.green('+ added'),
    changed: colors.yellow('~ changed'),
    removed: colors.red('- removed'),
  };
  const blocks = changes.map(
    (one) => `${mark[one.change]} ${colors.bold(one.function)}\n${colored(one.patch, colors)}`,
  );
  return [
    `${plural(changes.length, 'function')}: ${String(count('added'))} added, ${String(count('changed'))} changed, ${String(count('removed'))} removed`,
    ...blocks,
  ].join('\n\n');
}

/** The hunks alone: the function's name stands above them. */
function patchOf(name: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(
    name,
    name,
    before === '' ? '' : `${before}\n`,
    after === '' ? '' : `${after}\n`,
    '',
    '',
    { context: 3 },
  );
  const from = patch.indexOf('@@');
  return from < 0 ? '' : patch.slice(from).trimEnd();
}

function colored(patch: string, colors: Colors): string {
  return patch
    .split('\n')
    .map((line) =>
      line.startsWith('+')
        ? colors.green(line)
        : line.startsWith('-')
          ? colors.red(line)
          : line.startsWith('@@')
            ? colors.cyan(line)
            : line,
    )
    .join('\n');
}
