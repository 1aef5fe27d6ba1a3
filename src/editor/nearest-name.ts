/** Up to three names that are most like the one asked for, the likest first. */
export function nearest(asked: string, names: readonly string[]): readonly string[] {
  const pairs = pairsOf(asked);
  return names
    .map((name) => ({ name, likeness: likeness(pairs, pairsOf(name)) }))
    .filter((item) => item.likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map((item) => item.name);
}

/** Dice coefficient of the letter pairs. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

const pairsOf = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2).toLowerCase()),
  );
