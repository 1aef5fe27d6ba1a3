// Runs the benches named on the command line, or all that measure time. `--json` prints one object instead of tables.
import { parseArgs } from 'node:util';
import { machine, table } from './measure.mjs';

const timed = ['trace', 'check', 'sandbox', 'store', 'gate'];
// Simulations: the same figures on every machine.
const all = [...timed, 'gate-frontier', 'gate-drift'];

async function run({ names, json }) {
  const benches = [];
  for (const name of names) {
    const { bench } = await import(`./${name}.mjs`);
    const { title, columns } = bench;
    const result = { name, title, columns, rows: await bench.run() };
    benches.push(result);
    if (!json) console.log(bench.print ? `${name}: ${title}\n\n${bench.print(result.rows)}\n` : `${table(result)}\n`);
  }
  const on = machine();
  if (json) console.log(JSON.stringify({ machine: on, benches }, null, 2));
  else console.log(`node ${on.node}, ${on.platform}, ${on.cores} cores (${on.cpu})`);
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !all.includes(name));
if (unknown === undefined) {
  await run({ names: positionals.length === 0 ? timed : positionals, json: values.json });
} else {
  process.stderr.write(`Expected names of benches (${all.join(', ')}), got \`${unknown}\`.\n`);
  process.exitCode = 2;
}
