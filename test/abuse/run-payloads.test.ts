import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { link } from '../../src/editor/link.js';
import { DEFAULT_LIMITS } from '../../src/measure/default-limits.js';
import type { Prepared, RunResult, Sandbox } from '../../src/ports/sandbox.js';
import { versionId } from '../../src/task/ids.js';
import type { Json } from '../../src/task/json.js';
import type { RunEnd } from '../../src/trace/trace.js';
import { NEXT_RUN } from './abuse-script.js';
import { NoPayloads, readPayloads } from './payload-folder.js';
import type { Payload } from './payload-folder.js';
import { runPayloads } from './run-payloads.js';

const left: ChildProcess[] = [];
afterAll(() => {
  for (const child of left) child.kill('SIGKILL');
});

/** Of processor time, so that waiting for a busy machine does not pass for it. */
const spins = (ms: number): void => {
  const until = process.cpuUsage().user + ms * 1_000;
  while (process.cpuUsage().user < until);
};
const says = (text: string): Promise<void> =>
  new Promise((ended) => {
    const program = `process.stderr.write(${JSON.stringify(text)})`;
    spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'pipe'] }).on('close', () => {
      ended();
    });
  });
const connects = (port: number): Promise<void> =>
  new Promise((done) => {
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .on('close', () => {
        done();
      });
  });

interface Reach {
  readonly canary: string;
  readonly pwned: string;
  readonly port: number;
}
const kept: Buffer[] = [];
let spoiled = false;

/** What a sandbox that does not hold would let happen, and what the suite must say of it. */
const MISDEEDS: Readonly<Record<string, readonly [(reach: Reach) => Json | Promise<Json>, string]>> = {
  boasts: [() => 'ESCAPED: realm', 'ESCAPED: realm'],
  'reads the file': [({ canary }) => readFileSync(canary, 'utf8'), 'canary file came out'],
  'reads it in hex': [({ canary }) => readFileSync(canary).toString('hex'), 'canary file came out'],
  'reads the environment': [() => process.env['SANDBOX_SECRET'] ?? '', 'SANDBOX_SECRET came out'],
  'tells standard error': [
    async () => {
      await says(process.env['SANDBOX_SECRET'] ?? '');
      return null;
    },
    'SANDBOX_SECRET came out',
  ],
  writes: [
    ({ pwned }) => {
      writeFileSync(pwned, 'x');
      return null;
    },
    'wrote',
  ],
  connects: [
    async ({ port }) => {
      await connects(port);
      return null;
    },
    'connected',
  ],
  'holds the host up': [
    () => {
      spins(600);
      return null;
    },
    'the host stood still',
  ],
  'fills the host': [
    async () => {
      kept.push(Buffer.alloc(150 << 20, 1));
      await new Promise((resolve) => setTimeout(resolve, 30));
      return null;
    },
    'the host grew by',
  ],
  'spoils the next run': [
    () => {
      spoiled = true;
      return null;
    },
    'the next run was not as the first',
  ],
  'ends otherwise': [() => 'answered', 'expected an end by limit, got answered'],
};

/** A sandbox that holds nothing: it does a misdeed itself. */
function leakySandbox(): Sandbox {
  let reach: Reach = { canary: '', pwned: '', port: 0 };
  return {
    isolation: 'portable',
    async prepare(bundle): Promise<Prepared> {
      const [, canary = '', pwned = '', port = ''] = /^\/\/ reach (\S+) (\S+) (\S+)$/m.exec(bundle.script) ?? [];
      reach = { canary, pwned, port: Number(port) };
      return { version: bundle.version, close: async () => undefined };
    },
    async run(_prepared, { task }, host): Promise<RunResult> {
      const end: RunEnd = { kind: 'answered' };
      if (task === NEXT_RUN) {
        for (const name of ['echo', 'list'] as const)
          await host.call({ id: 1, node: 1, kind: 'tool', name, args: null });
        const answer = { echoed: { n: 7 }, listed: [{ a: 1 }, { b: 2 }], spoiled };
        spoiled = false;
        return { end, answer, droppedNodes: 0, wallMs: 1 };
      }
      const misdeed = MISDEEDS[typeof task === 'string' ? task : '']?.[0] ?? (() => null);
      return { end, answer: await misdeed(reach), droppedNodes: 0, wallMs: 1 };
    },
    close: async () => undefined,
  };
}

const payloads = Object.keys(MISDEEDS).map((name): Payload => {
  const code = '// reach @CANARY_FILE@ @PWNED_FILE@ @CANARY_PORT@';
  return { name, mustNot: name, ends: name === 'ends otherwise' ? ['limit'] : [], code };
});
const setup = {
  payloads,
  openSandbox: leakySandbox,
  link: (files: Parameters<typeof link>[0]) => link(files, { version: versionId('abuse') }),
  limits: DEFAULT_LIMITS,
  lanes: 1,
};

describe('the abuse suite, with a sandbox that does not hold', () => {
  it('sees each thing that gets through', async () => {
    const { results } = await runPayloads(setup);
    for (const { name, broke } of results)
      expect([name, broke.join('; ')]).toEqual([name, expect.stringContaining(MISDEEDS[name]?.[1] ?? '')]);
    expect(results).toHaveLength(payloads.length);
    kept.length = 0;
  });

  it('sees nothing where nothing is done', async () => {
    const idle = { ...setup, payloads: [{ name: 'idle', mustNot: 'anything', ends: [], code: '' }] };
    const { results, broke } = await runPayloads(idle);
    expect([results[0]?.broke, broke]).toEqual([[], []]);
  });

  it('sees a process that is left over', async () => {
    const openSandbox = (): Sandbox => {
      left.push(spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { stdio: 'ignore' }));
      return leakySandbox();
    };
    const { broke } = await runPayloads({ ...setup, openSandbox, payloads: [] });
    expect(broke.join()).toContain('a process was left over');
  });
});

describe('a folder of payloads', () => {
  it('must be there and hold some', () => {
    expect(() => readPayloads('/nowhere/at/all')).toThrow(NoPayloads);
    expect(() => readPayloads('/nowhere/at/all')).toThrow('which cannot be read (ENOENT)');
    expect(() => readPayloads(new URL('.', import.meta.url).pathname)).toThrow('found none');
  });
});
