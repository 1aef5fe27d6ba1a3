#!/usr/bin/env node
// Replays the recorded growths on HotpotQA, one a split seed, and compares them with question-only BM25.
// Everything but the optimizer's replies is live: checks, runs, gates, rollbacks, commits.
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import process from 'node:process';
import picocolors from 'picocolors';
import { clusteredInterval, EspalierError, grow } from '../dist/index.js';
import { growText } from '../dist/report/grow-text.js';
import { Progress } from '../dist/report/progress.js';
import { percent } from '../dist/report/numbers.js';
import { table } from '../dist/report/table.js';

const USAGE = `Usage: npm run grow:hotpot -- --data FILE [--splits 1,2,3] [--json] [--pooled-json FILE]

  --data FILE         HotpotQA as one JSON file (hotpot_train.json); its paragraphs are the corpus
  --splits LIST       split seeds, each with a recording in recordings/hotpotqa-<seed> (default 1,2,3)
  --json              one object a split on stdout, as espalier grow --json ends with; the table goes to stderr
  --pooled-json FILE  all splits together, as JSON in a file

Exit codes: 0 all splits grown, 2 something is missing or broken, 130 Ctrl-C (the split's run can be resumed).`;

const colors = picocolors.createColors(process.stderr.isTTY === true);
const values = readArguments();
const splits = values.splits.split(',');
requireInputs();
const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupt.abort(new Error(`stopped by ${name}`)));
const reports = [];
try {
  for (const splitSeed of splits) reports.push(await growSplit(Number(splitSeed)));
} catch (error) {
  if (interrupt.signal.aborted) process.exit(130);
  if (!(error instanceof EspalierError)) throw error;
  fail(error.message);
}
const pooled = pool(reports.flatMap((report) => report.testCases));
if (values['pooled-json'] !== undefined) {
  writeFileSync(values['pooled-json'], `${JSON.stringify(pooled, null, 2)}\n`);
}
const print = values.json ? console.error : console.log;
print(`\n${summary(reports, pooled)}`);

function readArguments() {
  try {
    const read = parseArgs({
      options: {
        data: { type: 'string' },
        splits: { type: 'string', default: '1,2,3' },
        json: { type: 'boolean', default: false },
        'pooled-json': { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (read.values.help) {
      console.error(USAGE);
      process.exit(0);
    }
    return read.values;
  } catch (error) {
    fail(`${error.message}\n\n${USAGE}`); // parseArgs throws for nothing but the arguments
  }
}

/** Before the first split, so that nobody waits for a growth only to learn that the next has no recording. */
function requireInputs() {
  if (values.data === undefined) fail(`Expected --data FILE.\n\n${USAGE}`);
  if (!splits.every((split) => /^\d+$/.test(split))) {
    fail(`Expected --splits to be split seeds with commas between them, got ${values.splits}.`);
  }
  if (!existsSync(values.data)) {
    fail(`Expected HotpotQA at ${values.data}; there is no such file. Name it with --data.`);
  }
  for (const split of splits) {
    const recording = `recordings/hotpotqa-${split}`;
    if (!existsSync(`${recording}/recording.json`)) fail(`Expected a recorded growth in ${recording}; there is none.`);
  }
}

function fail(message) {
  console.error(`${colors.red('error:')} ${message}`);
  process.exit(2);
}

async function growSplit(splitSeed) {
  const progress = new Progress(
    { write: (text) => process.stderr.write(text), live: process.stderr.isTTY, columns: process.stderr.columns },
    colors,
  );
  console.error(`\n${colors.bold(`HotpotQA, 200/100/200, split seed ${splitSeed}`)}`);
  const name = `hotpotqa-${splitSeed}`;
  const optimizer = `recorded:recordings/${name}`;
  const run = `${name}-${Date.now().toString(36)}`;
  const tell = () => {
    console.error(
      `\nStopped. Go on with this split: npx espalier grow --resume ${run} --hotpot ${values.data} --split-seed ${splitSeed} ` +
        `--baseline harnesses/baselines/bm25 --model none --optimizer ${optimizer} --seed-harness seeds/corpus`,
    );
  };
  interrupt.signal.addEventListener('abort', tell);
  const report = await grow({
    workspace: {
      directory: process.cwd(),
      hotpot: values.data,
      sizes: { train: 200, gate: 100, test: 200 },
      splitSeed,
    },
    run,
    name,
    baselineDirectory: 'harnesses/baselines/bm25',
    optimizer: { name: optimizer },
    model: { name: 'none' },
    options: { maxSteps: 8 },
    signal: interrupt.signal,
    onEvent: (event) => progress.on(event),
  }).finally(() => {
    interrupt.signal.removeEventListener('abort', tell);
    progress.end();
  });
  if (values.json) console.log(JSON.stringify(report.result));
  else console.error(`\n${growText(report.result, colors)}`);
  return report;
}

/** All test cases of all splits; a question that is in two test sets is one cluster. */
function pool(cases) {
  const clusters = (of) => {
    const byCase = new Map();
    for (const one of cases)
      if (one.grown !== null && one.baseline !== null) byCase.set(one.case, [...(byCase.get(one.case) ?? []), of(one)]);
    return clusteredInterval([...byCase.values()]);
  };
  return {
    grown: clusters((one) => one.grown),
    baseline: clusters((one) => one.baseline),
    difference: clusters((one) => one.grown - one.baseline),
    tasks: cases.length,
  };
}

function summary(all, { grown, baseline, difference }) {
  const cell = (interval) =>
    `${percent(interval.mean)} [${(interval.low * 100).toFixed(1)}, ${(interval.high * 100).toFixed(1)}]`;
  const arm = (one) => `${percent(one.success)} [${(one.low * 100).toFixed(1)}, ${(one.high * 100).toFixed(1)}]`;
  const rows = all.map(({ result }, index) => [
    splits[index],
    arm(result.test.seed),
    arm(result.test.baseline),
    arm(result.test.grown),
    result.test.grown.modelCallsPerTask.toFixed(2),
  ]);
  rows.push(['pooled', '', cell(baseline), cell(grown), '']);
  return `${table(['split seed', 'seed', 'question-only BM25@5', 'grown', 'model calls/task'], rows)}\n\nGrown minus BM25@5, paired, splits pooled, clustered by task: ${cell(difference)}`;
}
