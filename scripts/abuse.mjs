// Runs a folder of hostile guest programs at every isolation level of this machine, a line each, and judges what came of it.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createJiti } from 'jiti';
import { root, say } from './project.mjs';

const HELP = `Usage: npm run abuse -- [folder] [options]

Runs every payload (*.js) of a folder at every isolation level that holds on this machine. A payload is the body of
an async function; it may call \`host.call(name, args)\`, follows the folder's _prelude.js, and says in its first line what it
must not achieve. Default folder: test/abuse/payloads.

  --level <level>   only this level: full or portable
  --wall-ms <ms>    wall time of a payload before it is killed (default 2000)
  --lanes <n>       payloads at a time (default 2; with 1, strain on the host is surely the payload's own)
  --json            one JSON object on standard output
  --help            this text

Exit code: 0 everything held, 1 something got through, 2 the folder or the level is not there.

Examples:
  npm run abuse
  npm run abuse -- ../payloads --level full
  npm --silent run abuse -- ../payloads --json > abuse.json
`;

class Misuse extends Error {}

async function main() {
  const options = optionsOf(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(HELP);
    return 0;
  }
  const jiti = createJiti(import.meta.url);
  const { readPayloads } = await jiti.import('../test/abuse/payload-folder.ts');
  const { attackLevel } = await jiti.import('../test/abuse/attack-level.ts');
  const build = await import('../dist/sandbox/create-sandbox.js');
  const { openSandbox } = await import('../dist/sandbox/open-sandbox.js');
  const { runnerFiles } = await import('../dist/sandbox/runner-file.js');
  const { link } = await import('../dist/editor/link.js');
  const { DEFAULT_LIMITS } = await import('../dist/measure/default-limits.js');
  const payloads = readPayloads(options.folder);
  const width = Math.max(...payloads.map(({ name }) => name.length));

  const levels = [];
  for (const level of options.levels) {
    const { probe } = await build.tryLevel(level);
    if (!probe.holds) {
      const why = probe.layers.find((layer) => layer.needed && layer.state !== 'holds');
      if (options.levels.length === 1) throw new Misuse(`Expected isolation ${level} to hold here: ${why?.detail}`);
      say(`${level}: not on this machine (${why?.detail}); its payloads are skipped.`);
      continue;
    }
    const reports = await attackLevel({
      level,
      payloads,
      product: { openSandbox, runnerFiles, link, limits: { ...DEFAULT_LIMITS, wallMs: options.wallMs } },
      lanes: options.lanes,
      onResult: (shown, result) => {
        if (!options.json) console.log(line(shown, result, width));
      },
    });
    levels.push(...reports);
  }
  if (levels.length === 0) throw new Misuse('No isolation level holds on this machine; see `npx espalier doctor`.');
  if (options.json) console.log(JSON.stringify({ folder: options.folder, levels }, null, 2));
  else for (const report of levels) console.log(total(report));
  return levels.some(gotThrough) ? 1 : 0;
}

function optionsOf(args) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        level: { type: 'string' },
        'wall-ms': { type: 'string', default: '2000' },
        lanes: { type: 'string', default: '2' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Misuse(error.message);
  }
  const { values, positionals } = parsed;
  if (values.help) return undefined;
  if (positionals.length > 1) throw new Misuse(`Expected one folder, got ${positionals.length}.`);
  if (values.level !== undefined && !['full', 'portable'].includes(values.level)) {
    throw new Misuse(`Expected --level full or portable, got \`${values.level}\`.`);
  }
  return {
    folder: positionals[0] ?? join(root, 'test', 'abuse', 'payloads'),
    levels: values.level === undefined ? ['full', 'portable'] : [values.level],
    wallMs: positive('--wall-ms', values['wall-ms']),
    lanes: positive('--lanes', values.lanes),
    json: values.json,
  };
}

function positive(name, text) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Misuse(`Expected ${name} to be a whole number from 1, got \`${text}\`.`);
  return value;
}

const gotThrough = ({ results, broke }) => broke.length > 0 || results.some((result) => result.broke.length > 0);

function line(level, { name, ended, ms, broke }, width) {
  const verdict = broke.length === 0 ? 'held' : 'THROUGH';
  const head = `${level.padEnd(20)}  ${name.padEnd(width)}  ${verdict.padEnd(7)}  ${ms.toFixed(0).padStart(5)} ms  ${ended.slice(0, 70)}`;
  return [head.trimEnd(), ...broke.map((what) => `    ${what}`)].join('\n');
}

function total({ level, results, broke, growthMb }) {
  const through = results.filter((result) => result.broke.length > 0);
  const gap = Math.max(0, ...results.map((result) => result.gapMs - result.waitedMs));
  const peak = Math.max(0, ...results.map((result) => result.peakMb));
  const head = `${level}: ${results.length} payloads, ${results.length - through.length} held, ${through.length} got through; host stood still for at most ${gap.toFixed(0)} ms, grew by at most ${peak.toFixed(0)} MiB in a run, by ${growthMb.toFixed(0)} MiB in all`;
  return [head, ...broke.map((what) => `    ${what}`)].join('\n');
}

try {
  process.exitCode = await main();
} catch (error) {
  const known = error instanceof Misuse || error?.constructor?.name === 'NoPayloads';
  process.stderr.write(
    known ? `${error.message}\nSee npm run abuse -- --help.\n` : `${error?.stack ?? String(error)}\n`,
  );
  process.exitCode = known ? 2 : 3;
}
