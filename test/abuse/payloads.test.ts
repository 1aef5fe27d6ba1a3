import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { link } from '../../src/editor/link.js';
import { DEFAULT_LIMITS } from '../../src/measure/default-limits.js';
import { openSandbox } from '../../src/sandbox/open-sandbox.js';
import { runnerFiles } from '../../src/sandbox/runner-file.js';
import { LEVELS } from '../fixtures/sandbox.js';
import { attackLevel } from './attack-level.js';
import type { LevelReport } from './attack-level.js';
import { readPayloads } from './payload-folder.js';

const own = readPayloads(fileURLToPath(new URL('./payloads', import.meta.url)));
const sharedFolder = process.env['ESPALIER_SHARED'];
if (sharedFolder === undefined) console.warn('ESPALIER_SHARED is not set: the shared abuse payloads are skipped.');
const shared = sharedFolder === undefined ? [] : readPayloads(join(sharedFolder, 'abuse'));

/** What hangs is killed soon: the suite has some thirty that do. */
const limits = { ...DEFAULT_LIMITS, wallMs: 700 };
const product = { openSandbox, runnerFiles, link, limits };

/** Of the shared payloads, those that can only end by a limit. */
const ENDLESS = ['25-sync-infinite-loop', '26-infinite-loop-after-await', '27-infinite-microtasks', '29-array-bomb'];

function check(reports: readonly LevelReport[]): void {
  for (const { level, results, broke, growthMb } of reports) {
    const most = (of: (result: (typeof results)[number]) => number): string => Math.max(...results.map(of)).toFixed(0);
    console.info(
      `${level}: ${String(results.length)} payloads; host stood still for at most ${most((one) => one.gapMs - one.waitedMs)} ms ` +
        `(${most((one) => one.gapMs)} ms with the machine's share), grew by at most ${most((one) => one.peakMb)} MiB, by ${growthMb.toFixed(0)} MiB in all`,
    );
    const through = results.filter((result) => result.broke.length > 0);
    expect(through.map((result) => `${level}: ${result.name}: ${result.broke.join('; ')}`)).toEqual([]);
    expect(broke).toEqual([]);
  }
}

it('has at least thirty payloads of its own, each of which says what it must not achieve', () => {
  expect(own.length).toBeGreaterThanOrEqual(30);
  for (const { name, mustNot, code } of own) {
    expect(code, name).toContain('\n// MUST NOT: ');
    expect(mustNot.length, name).toBeGreaterThan(20);
  }
  expect(new Set(own.map(({ mustNot }) => mustNot)).size).toBe(own.length);
});

describe.each(LEVELS)('on %s', (level) => {
  it('nothing of our own gets through', { timeout: 180_000 }, async () => {
    const reports = await attackLevel({ level, payloads: own, product, lanes: 2 });
    check(reports);
    if (level !== 'full') return;
    const broken = reports.find((report) => report.level !== level)?.results ?? [];
    expect(broken.find(({ name }) => name === 'walls-broken-realm')?.ended).toBe('answered "the walls hold"');
  });

  it.skipIf(shared.length === 0)('nothing of the shared payloads gets through', { timeout: 120_000 }, async () => {
    const reports = await attackLevel({ level, payloads: shared, product, lanes: 2 });
    check(reports);
    const ends = new Map(reports[0]?.results.map(({ name, endKind }) => [name, endKind]));
    for (const name of ENDLESS.filter((one) => ends.has(one))) expect([name, ends.get(name)]).toEqual([name, 'limit']);
  });
});
