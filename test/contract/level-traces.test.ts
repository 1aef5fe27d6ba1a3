import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withBench } from '../../src/compose/bench-command.js';
import { openWorkspace, type WorkspaceOptions } from '../../src/compose/workspace.js';
import { loadHarness } from '../../src/deploy/harness-directory.js';
import { mapConcurrent } from '../../src/measure/concurrent.js';
import { runCase } from '../../src/measure/run-case.js';
import type { Isolation } from '../../src/ports/sandbox.js';
import type { Case } from '../../src/task/case.js';
import { hashOf } from '../../src/task/hash.js';
import { samplingSeed } from '../../src/task/ids.js';
import type { Trace } from '../../src/trace/trace.js';
import { LEVELS } from '../fixtures/sandbox.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shared = process.env['ESPALIER_SHARED'] ?? '';
/** Tasks of each data set. The nightly script takes 200. */
const TASKS = Number(process.env['TRACE_TASKS'] ?? '4');
const AT_A_TIME = 2;

/** A data set, and a harness that was grown on one like it. */
const SETS: readonly (readonly [name: string, harness: string, workspace: WorkspaceOptions, needs: string])[] = [
  ['the encyclopedia', 'harnesses/corpus', { directory: root }, root],
  [
    'HotpotQA (ESPALIER_SHARED)',
    'harnesses/hotpotqa-2',
    { directory: root, hotpot: path.join(shared, 'data', 'hotpotqa-500', 'hotpot_train.json'), splitSeed: 2 },
    shared,
  ],
];

/** All of a trace but the time that it took. */
function timeless({ wallMs: _wall, calls, ...trace }: Trace): unknown {
  return { ...trace, calls: calls.map(({ durationMs: _duration, ...call }) => call) };
}

async function tracesAt(
  level: Isolation,
  harness: string,
  options: WorkspaceOptions,
): Promise<ReadonlyMap<string, unknown>> {
  const workspace = await openWorkspace(options);
  const { files } = await loadHarness(path.join(root, harness));
  const { train } = await workspace.splits();
  const cases: readonly Case[] = train.slice(0, TASKS);
  const { signal } = new AbortController();
  return withBench(
    { workspace, files, model: { name: 'none' }, sandbox: level, signal },
    async ({ bench, prepared, sandbox }) => {
      expect(sandbox.isolation).toBe(level);
      const traces = await mapConcurrent(cases, AT_A_TIME, async (item) => {
        const { trace } = await runCase(bench, prepared, item, samplingSeed(hashOf({ seed: 1, task: item.task })));
        return [item.id, timeless(trace)] as const;
      });
      return new Map(traces);
    },
  );
}

describe.runIf(LEVELS.length === 2)('a grown harness leaves the same traces at both levels', () => {
  it.each(SETS)('over %s', { timeout: 600_000 }, async (_name, harness, workspace, needs) => {
    if (needs === '') {
      console.warn('ESPALIER_SHARED is not set: its data set is left out.');
      return;
    }
    const full = await tracesAt('full', harness, workspace);
    const portable = await tracesAt('portable', harness, workspace);
    expect(full.size).toBe(TASKS);
    const answered = [...full.values()].filter((trace) => (trace as Trace).end.kind === 'answered'); // as above, without times
    expect(answered.length).toBeGreaterThan(TASKS * 0.9);
    for (const [id, trace] of full) expect(portable.get(id), id).toEqual(trace);
  });
});
