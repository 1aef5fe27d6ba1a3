import { availableParallelism, cpus } from 'node:os';

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[Math.floor(half)];
}

/** Milliseconds that `work` takes. */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Measures two sides in turn, round after round, so that both meet the same machine. A side is a function that gives
 * one number. Stops early, but not before `least` rounds, once `budgetMs` is used up: a busy machine gets fewer rounds.
 * @returns the median of each side, and the median of the rounds' own ratios `ours / base`.
 */
export async function sideBySide(base, ours, { warmUp = 2, rounds = 11, least = 3, budgetMs = 1_500 } = {}) {
  for (let round = 0; round < warmUp; round += 1) {
    await base();
    await ours();
  }
  const pairs = [];
  const start = performance.now();
  while (pairs.length < rounds && (pairs.length < least || performance.now() - start < budgetMs)) {
    // Who goes first changes, so that neither side always pays for what the other leaves behind.
    if (pairs.length % 2 === 0) {
      const first = await base();
      pairs.push([first, await ours()]);
    } else {
      const first = await ours();
      pairs.push([await base(), first]);
    }
  }
  return {
    base: median(pairs.map(([one]) => one)),
    ours: median(pairs.map(([, one]) => one)),
    ratio: median(pairs.map(([one, other]) => other / one)),
    rounds: pairs.length,
  };
}

/** What the numbers were made on. */
export const machine = () => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
});

/** One bench's rows as an aligned table. */
export function table({ name, title, columns, rows }) {
  const lines = [
    ['', ...columns, 'unit', 'ratio'],
    ...rows.map((row) => [row.what, figure(row.base), figure(row.ours), row.unit, figure(row.ratio)]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const aligned = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 || column === 3 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  '),
  );
  return [`${name}: ${title}`, ...aligned.map((line) => `  ${line}`)].join('\n');
}

/** Three significant digits: more would not be there again at the next run. */
const figure = (value) => (value >= 1_000 ? String(Math.round(value)) : String(Number(value.toPrecision(3))));

/** A Markdown table with aligned columns: it can be put into a document as it is. */
export function aligned(header, rows) {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** A simulated share in percent, with the half width of its 95% interval (Agresti and Coull 1998). */
export function share(value, of) {
  const count = of + 4;
  const centre = (value * of + 2) / count;
  return `${(value * 100).toFixed(1)} ± ${(196 * Math.sqrt((centre * (1 - centre)) / count)).toFixed(1)}%`;
}
