/** One sibling in a tree, already rendered. */
export interface Branch {
  readonly name: string;
  /** True when a call, an error or a note is in it; a quiet branch is pure computation. */
  readonly loud: boolean;
  readonly lines: readonly string[];
}

/**
 * The lines of siblings, with repeats folded: equal ones in a row become one with a count; beyond `repeats` quiet ones
 * in a row, or twice as many loud ones of one name, the rest is counted by name. The last of a loud row stays.
 */
export function foldRepeats(branches: readonly Branch[], repeats: number): readonly string[] {
  const lines: string[] = [];
  for (const row of rowsOf(mergeEqual(branches))) {
    const loud = row[0]?.loud === true;
    const most = loud ? repeats * 2 : repeats;
    if (row.length <= most + 1) {
      lines.push(...row.flatMap((one) => one.lines));
      continue;
    }
    const last = loud ? row.slice(-1) : [];
    const shown = row.slice(0, most - last.length);
    const hidden = row.slice(shown.length, row.length - last.length);
    lines.push(...shown.flatMap((one) => one.lines));
    lines.push(`…(${hidden.length} more: ${countsByName(hidden)})`);
    lines.push(...last.flatMap((one) => one.lines));
  }
  return lines;
}

function mergeEqual(branches: readonly Branch[]): readonly Branch[] {
  const merged: { readonly branch: Branch; readonly text: string; times: number }[] = [];
  for (const branch of branches) {
    const text = branch.lines.join('\n');
    const last = merged.at(-1);
    if (last?.text === text) last.times += 1;
    else merged.push({ branch, text, times: 1 });
  }
  return merged.map(({ branch, times }) =>
    times === 1 ? branch : { ...branch, lines: [...branch.lines, `…(the same ${times - 1} more times)`] },
  );
}

/** Splits siblings into rows: quiet ones together, whatever their names; loud ones by name. */
function rowsOf(branches: readonly Branch[]): readonly (readonly Branch[])[] {
  const rows: Branch[][] = [];
  for (const branch of branches) {
    const row = rows.at(-1);
    const before = row?.[0];
    if (row !== undefined && before !== undefined && joins(before, branch)) row.push(branch);
    else rows.push([branch]);
  }
  return rows;
}

/** A value returned ends its function: it joins no row, so it is never folded away. */
function joins(before: Branch, branch: Branch): boolean {
  if (before.name === 'return' || branch.name === 'return' || before.loud !== branch.loud) return false;
  return !branch.loud || before.name === branch.name;
}

function countsByName(branches: readonly Branch[]): string {
  const counts = new Map<string, number>();
  for (const { name } of branches) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ×${count}`).join(', ');
}
