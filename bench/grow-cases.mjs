import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { clusteredInterval } from '../dist/index.js';

const script = fileURLToPath(new URL('grow-case.mjs', import.meta.url));

const growOne = (given) =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [script, JSON.stringify(given)], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout));
    });
  });

/** Grows every case, at most two at a time, each in a process of its own. Gives the results in the order of the cases. */
export async function growCases(cases, onDone = () => {}) {
  const results = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < cases.length) {
      const at = next++;
      results[at] = await growOne(cases[at]);
      onDone(results[at], ++done, cases.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return results;
}

/** `57.3% [52.1, 62.0]`: a mean over cases with its interval; a task that several cases share is one cluster. */
export function successOf(results, value = (one) => one.grown) {
  const byTask = new Map();
  for (const { generatorSeed, testCases } of results)
    for (const one of testCases)
      if (one.grown !== null && one.baseline !== null) {
        const key = `${generatorSeed}:${one.case}`;
        byTask.set(key, [...(byTask.get(key) ?? []), value(one)]);
      }
  return interval(clusteredInterval([...byTask.values()]));
}

/** The same tasks under two arms: cases of the same world and seed are compared one by one. */
export function differenceOf(ours, others) {
  const byTask = new Map();
  for (const [at, { generatorSeed, testCases }] of ours.entries())
    for (const [index, one] of testCases.entries()) {
      const other = others[at]?.testCases[index];
      if (other === undefined || other.case !== one.case || one.grown === null || other.grown === null) continue;
      const key = `${generatorSeed}:${one.case}`;
      byTask.set(key, [...(byTask.get(key) ?? []), one.grown - other.grown]);
    }
  return clusteredInterval([...byTask.values()]);
}

export const percent = (share) => `${(100 * share).toFixed(1)}%`;
export const interval = ({ mean, low, high }) =>
  `${percent(mean)} [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`;

/** One line of progress on stderr. */
export const told = (result, done, of) =>
  console.error(
    `${done}/${of} ${result.label ?? result.optimizer} world ${result.generatorSeed ?? `split ${result.splitSeed}`} seed ${result.options.seed}: ${percent(result.result.test.grown.success)}`,
  );
