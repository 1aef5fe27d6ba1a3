import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { randomStream } from '../../src/task/random.js';
import { type ChatServer, startChatServer } from '../fixtures/chat-server.js';
import { CONFIG, SEED, testWorkspace, type TestWorkspace } from './cli-workspace.js';

const share = z.number().min(0).max(1);
const row = z.object({
  delta: z.number(),
  accept: share,
  rollBack: share,
  undecided: share,
  taskRunsPerArm: z.number().positive(),
});
const odds = z.looseObject({
  rows: z.array(row).min(1),
  deterministic: z.boolean(),
  unchangedRolledBack: share,
  smallestDrop: z.number().nullable(),
});

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace();
}, 60_000);
afterAll(async () => {
  await workspace.remove();
});

const objectOf = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<unknown> => {
  const ended = await workspace.cli(args, env);
  expect(ended.stderr).toBe('');
  expect(ended.exitCode).toBe(0);
  return JSON.parse(ended.stdout) as unknown;
};

describe('gate simulate', () => {
  const rates = ['gate', 'simulate', '--tasks', '20', '--success', '0.35', '--flips', '0.23', '--runs', '400'];

  test('gives a row for each difference, alike each time', { timeout: 60_000 }, async () => {
    const args = [...rates, '--deltas', '-15,0,15', '--detect', '20', '--json'];
    const first = odds.parse(await objectOf(args));
    expect(first.rows.map((one) => one.delta)).toEqual([-15, 0, 15]);
    for (const one of first.rows) expect(one.accept + one.rollBack + one.undecided).toBeCloseTo(1, 9);
    const [worse, same, better] = first.rows;
    expect(worse?.rollBack).toBeGreaterThan(same?.rollBack ?? 1);
    expect(better?.accept).toBeGreaterThan(same?.accept ?? 1);
    expect(await objectOf(args)).toEqual(first);
  });

  test('prints sentences and a plot', { timeout: 60_000 }, async () => {
    const { stdout } = await workspace.cli([...rates, '--detect', '20']);
    expect(stdout).toMatch(/This gate rolls an unchanged harness back \d+\.\d% of the time\./);
    expect(stdout).toMatch(/The smallest drop that it detects with 80% power is [\d.]+ points\.|No drop is detected/);
    const bars = stdout.split('\n').filter((line) => /[█░▚]{40}$/.test(line));
    expect(bars).toHaveLength(4);
  });

  test.each([
    [['--tasks', '50', '--success', '1.2', '--flips', '0.1'], 'Expected a share from 0 to 1'],
    [['--tasks', '50', '--success', '0.5'], '--flips'],
    [['--tasks', '50', '--success', '0.35', '--flips', '0.6'], 'Expected at most 0.4550 flips'],
    [['--tasks', '50', '--success', '0.35', '--flips', '0.2', '--deltas', '5,x'], 'Expected points from -100 to 100'],
    [['--tasks', '50', '--success', '0.35', '--flips', '0.2', '--deltas', '-50'], 'leaves a mean between 0 and 1'],
    [['--tasks', '50', '--success', '0.03', '--flips', '0.02'], 'Expected --detect to be at most'],
  ])('refuses %j', async (args, message) => {
    const ended = await workspace.cli(['gate', 'simulate', ...args]);
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain(message);
    expect(ended.stdout).toBe('');
  });
});

describe('gate calibrate', () => {
  test('says plainly that a deterministic model has no flips', { timeout: 60_000 }, async () => {
    const { stdout, exitCode } = await workspace.cli(['gate', 'calibrate']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('seeds/spell against itself on 16 gate tasks, 2 runs each: all gave equal outcomes.');
    expect(stdout).toContain('an unchanged harness is never rolled back');
    expect(stdout).toContain('from one task (6.3 points) on');
    const told = odds.parse(await objectOf(['gate', 'calibrate', '--json']));
    expect(told).toMatchObject({ deterministic: true, unchangedRolledBack: 0, cost: { runs: 32, modelCalls: 0 } });
  });

  describe('with a noisy model', () => {
    let server: ChatServer;
    let noisy: TestWorkspace;
    beforeAll(async () => {
      server = await startChatServer((body) => {
        const said = body.messages.at(-1)?.content ?? '';
        const word = said.slice(said.lastIndexOf(' ') + 1);
        return { text: randomStream(`${String(body.seed)} ${word}`).below(100) < 60 ? word.toUpperCase() : 'no' };
      });
      noisy = await testWorkspace({
        'seeds/spell/main.ts': SEED.replace(
          "return '';",
          "return rt.llm.chat([{ role: 'user', content: 'Shout ' + task.word }]);",
        ),
        'espalier.config.ts': CONFIG.replace(
          '  concurrency: 2,',
          `  model: { name: 'openai:noisy', baseUrl: '${server.baseUrl}', price: { inputPerMTok: 1, outputPerMTok: 1 } },\n  concurrency: 2,`,
        ),
      });
    }, 60_000);
    afterAll(async () => {
      await server.close();
      await noisy.remove();
    });

    test('estimates its flips, and tells what the gate would do and cost', { timeout: 60_000 }, async () => {
      const args = ['gate', 'calibrate', '--repeats', '4', '--runs', '400', '--detect', '30', '--json'];
      const ended = await noisy.cli(args);
      expect(ended.exitCode).toBe(0);
      const told = odds.parse(JSON.parse(ended.stdout));
      expect(told).toMatchObject({ deterministic: false, cost: { runs: 64, modelCalls: 64 } });
      const { measured, cost } = z
        .looseObject({
          measured: z.looseObject({ success: share, flips: share, unsteady: z.int() }),
          cost: z.looseObject({ costUsd: z.number().positive(), gateRuns: z.number(), gateUsd: z.number() }),
        })
        .parse(told);
      expect(measured.success).toBeGreaterThan(0.4);
      expect(measured.flips).toBeGreaterThan(0.2);
      expect(measured.unsteady).toBeGreaterThan(5);
      expect(cost.gateUsd).toBeCloseTo((cost.costUsd / 64) * cost.gateRuns, 9);
    });

    test('stops at a cap', { timeout: 60_000 }, async () => {
      const ended = await noisy.cli(['gate', 'calibrate', '--budget-calls', '5']);
      expect(ended.exitCode).toBe(4);
      expect(ended.stderr).toContain('The budget of 5 calls (--budget-calls) is used up');
    });
  });
});
