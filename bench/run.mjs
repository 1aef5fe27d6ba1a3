// Runs the benches named on the command line, or all. `--json` prints one object instead of tables.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { machine, table } from './measure.mjs';

/** Side by side on the clock; those that grow harnesses take an hour or so and run only when they are named. */
const timings = ['trace', 'check', 'sandbox', 'store', 'gate'];
const growths = ['operators', 'ablations'];
/** Simulations: the same figures on every machine. */
const simulations = ['gate-frontier', 'gate-drift'];
const all = [...timings, ...simulations, ...growths];

async function run({ names, json, options }) {
  const benches = [];
  for (const name of names) {
    const { bench } = await import(`./${name}.mjs`);
    const { title, columns } = bench;
    const measured = await bench.run(options);
    const result = growths.includes(name) ? { name, title, ...measured } : { name, title, columns, rows: measured };
    benches.push(result);
    const print = () =>
      bench.print
        ? `${name}: ${title}\n\n${bench.print(result.rows)}`
        : growths.includes(name)
          ? growthTable(result)
          : table(result);
    if (!json) console.log(`${print()}\n`);
  }
  const on = machine();
  if (json) console.log(JSON.stringify({ machine: on, benches }, null, 2));
  else console.log(`node ${on.node}, ${on.platform}, ${on.cores} cores (${on.cpu})`);
}

/** Rows of any columns, aligned, with what they show below. */
function growthTable({ name, title, rows, notes }) {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  const aligned = lines.map((line) => `  ${line.map((cell, at) => cell.padEnd(widths[at])).join('  ')}`.trimEnd());
  return [`${name}: ${title}`, ...aligned, '', ...notes.map((note) => `  ${note}`)].join('\n');
}

/** Numbers with commas between them. */
const listOf = (text) => text?.split(',').map(Number);

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    data: { type: 'string' },
    seeds: { type: 'string' },
    worlds: { type: 'string' },
  },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !all.includes(name));
if (unknown === undefined) {
  const options = {
    data: values.data && resolve(values.data),
    seeds: listOf(values.seeds),
    worlds: listOf(values.worlds),
  };
  await run({ names: positionals.length === 0 ? timings : positionals, json: values.json, options });
} else {
  process.stderr.write(`Expected names of benches (${all.join(', ')}), got \`${unknown}\`.\n`);
  process.exitCode = 2;
}
