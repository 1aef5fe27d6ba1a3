import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCanaries } from './canaries.js';
import { runControl } from './control.js';
import type { ControlResult } from './control.js';
import { readPayloads } from './payload-folder.js';

const own = readPayloads(fileURLToPath(new URL('./payloads', import.meta.url)));
const shared = process.env['ESPALIER_SHARED'];

async function control(payloads: typeof own): Promise<readonly ControlResult[]> {
  const canaries = await openCanaries();
  try {
    return await runControl(payloads, canaries, 3);
  } finally {
    await canaries.close();
  }
}

function report(what: string, results: readonly ControlResult[]): number {
  const achieved = results.filter((result) => result.achieved !== undefined);
  const list = achieved.map(({ name, achieved: how }) => `  ${name}: ${String(how).slice(0, 100)}`).sort();
  console.info(
    `plain node:vm, ${what}: ${String(achieved.length)} of ${String(results.length)} succeed\n${list.join('\n')}`,
  );
  return achieved.length;
}

// What forges lines or tries walls needs a bridge that node:vm has not; what is left attacks any host.
const attacksAnyHost = own.filter(({ name }) => /^(reach|exhaust)-/.test(name));

it('more than half of what reaches out or exhausts succeeds against plain node:vm', { timeout: 120_000 }, async () => {
  const achieved = report('payloads of this repository that reach or exhaust', await control(attacksAnyHost));
  expect(achieved).toBeGreaterThan(attacksAnyHost.length / 2);
});

it.skipIf(shared === undefined)('so do most of the shared ones', { timeout: 120_000 }, async () => {
  const payloads = readPayloads(join(shared ?? '', 'abuse'));
  const achieved = report('shared payloads', await control(payloads));
  expect(achieved).toBeGreaterThanOrEqual(15);
});
