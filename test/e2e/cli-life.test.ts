import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONFIG, REPLIES, testWorkspace, type TestWorkspace } from './cli-workspace.js';

let workspace: TestWorkspace;

/** An optimizer that writes its process id, then waits for a file that says it may answer. */
const OPTIMIZER = `import { existsSync, writeFileSync } from 'node:fs';
const [pid, go] = process.argv.slice(2);
writeFileSync(pid, String(process.pid));
process.stdin.resume();
process.stdin.on('end', () => setInterval(() => {
  if (!existsSync(go)) return;
  process.stdout.write(${JSON.stringify(REPLIES[2])});
  process.exit();
}, 20));
`;
const SLOW = ['grow', '--run', 'one', '--optimizer', 'command:node ./optimizer.mjs ./pid ./go'] as const;
const RESUME = ['grow', '--resume', 'one', '--optimizer', 'command:node ./optimizer.mjs ./pid ./go', '--json'] as const;

beforeEach(async () => {
  workspace = await testWorkspace({ 'optimizer.mjs': OPTIMIZER });
});

afterEach(async () => {
  await workspace.remove();
});

type Started = ReturnType<TestWorkspace['start']>;

/** Waits until a file is there and has text. */
async function textOf(file: string): Promise<string> {
  for (;;) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text !== '') return text;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function untilAsked(): Promise<number> {
  return Number(await textOf(path.join(workspace.directory, 'pid')));
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // ESRCH: it is gone
  }
}

/** Waits for words on stderr, and leaves the stream open. */
async function said(started: Started, words: string): Promise<void> {
  let text = '';
  await new Promise<void>((resolve) => {
    started.stderr.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes(words)) resolve();
    });
  });
}

test('Ctrl-C ends the optimizer too, and the command that it names goes on', { timeout: 60_000 }, async () => {
  const running = workspace.start(SLOW);
  const optimizer = await untilAsked();
  running.kill('SIGINT');
  const stopped = await running;
  expect(stopped.exitCode).toBe(130);
  expect(stopped.stderr).toContain(
    "Stopped. Everything up to the last transition is kept; go on with: npx espalier grow --resume one --optimizer 'command:node ./optimizer.mjs ./pid ./go'",
  );
  expect(stopped.stderr).not.toMatch(/^\s+at /m);
  expect(alive(optimizer)).toBe(false);
  await workspace.write('go', 'go');
  const resumed = await workspace.cli(RESUME);
  expect(resumed.exitCode).toBe(0);
  expect(JSON.parse(String(resumed.stdout))).toMatchObject({ run: 'one', test: { grown: { success: 1 } } });
});

test('a second Ctrl-C ends a world that does not close', { timeout: 60_000 }, async () => {
  await workspace.write(
    'espalier.config.ts',
    CONFIG.replace(
      'word.toUpperCase() } })',
      'word.toUpperCase() }, close: () => new Promise<void>(() => console.error("closing")) })',
    ),
  );
  const running = workspace.start(['grow', '--run', 'one']);
  await said(running, 'closing');
  running.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(running.exitCode).toBeNull();
  const before = performance.now();
  running.kill('SIGINT');
  expect((await running).exitCode).toBe(130);
  expect(performance.now() - before).toBeLessThan(5_000);
});

test('after kill -9 a run is resumed and ends as one that was not killed', { timeout: 120_000 }, async () => {
  const killed = workspace.start(SLOW);
  const optimizer = await untilAsked();
  killed.kill('SIGKILL');
  await killed;
  process.kill(optimizer, 'SIGKILL'); // its parent had no chance to
  await workspace.write('go', 'go');
  const resumed = await workspace.cli(RESUME);
  expect(resumed.stderr).toContain('resumed ');
  const whole = await workspace.cli([...SLOW.map((word) => (word === 'one' ? 'two' : word)), '--json']);
  const [one, two] = [resumed, whole].map((result) => JSON.parse(String(result.stdout)) as Record<string, unknown>);
  expect(one?.['test']).toEqual(two?.['test']);
  expect(one?.['gates']).toEqual(two?.['gates']);
  expect(one?.['harness']).toMatchObject({ hash: (two?.['harness'] as { hash: string }).hash });
});

test('a second grow in the same store is told who has it', { timeout: 60_000 }, async () => {
  const first = workspace.start(SLOW);
  await untilAsked();
  const second = await workspace.cli(['grow', '--run', 'two', '--json']);
  expect(second.exitCode).toBe(2);
  expect(second.stderr).toContain(`is in use by another run (pid ${String(first.pid)}, run one)`);
  expect(JSON.parse(String(second.stdout))).toMatchObject({ error: { code: 'INPUT' } });
  await workspace.write('go', 'go');
  expect((await first).exitCode).toBe(0);
});

test('a detached head, a dirty work tree and the index stay as they are', { timeout: 60_000 }, async () => {
  await workspace.git('switch', '--quiet', '--detach');
  await workspace.write('seeds/notes.txt', 'staged');
  await workspace.git('add', 'seeds/notes.txt');
  await workspace.write('seeds/notes.txt', 'and changed again');
  const state = async (): Promise<string> =>
    [
      await workspace.git('rev-parse', 'HEAD'),
      await workspace.git('status', '--porcelain', '--', 'seeds', 'tasks'),
      await workspace.git('diff', '--cached'),
    ].join('\n');
  const before = await state();
  expect((await workspace.cli(['grow', '--run', 'one'])).exitCode).toBe(0);
  expect(await state()).toBe(before);
  expect(await readFile(path.join(workspace.directory, 'seeds/notes.txt'), 'utf8')).toBe('and changed again');
  expect(await workspace.git('tag', '--list')).toContain('espalier/one/gate-1');
});

test(
  'a file that came while the harness grew is kept, and the harness goes beside it',
  { timeout: 60_000 },
  async () => {
    const notes = path.join(workspace.directory, 'harnesses', 'spell', 'NOTES.md');
    await workspace.write(
      'writer.mjs',
      `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync(${JSON.stringify(path.dirname(notes))}, { recursive: true });
writeFileSync(${JSON.stringify(notes)}, 'mine');
process.stdout.write(${JSON.stringify(REPLIES[2])});
`,
    );
    const writer = path.join(workspace.directory, 'writer.mjs');
    const ended = await workspace.cli(['grow', '--run', 'one', '--optimizer', `command:node ${writer}`, '--json']);
    expect(ended.exitCode, String(ended.stderr)).toBe(0);
    expect(JSON.parse(String(ended.stdout))).toMatchObject({
      harness: { path: 'harnesses/spell-one' },
      spend: { optimizerCalls: 1, optimizerUsd: null, costUsd: null, modelUsd: 0 },
    });
    expect(ended.stderr).toContain('harnesses/spell holds files that are not of a grown harness, so it stays');
    expect(await readFile(notes, 'utf8')).toBe('mine');
    const measured = await workspace.cli(['eval', 'harnesses/spell-one', '--on', 'test', '--json']);
    expect(JSON.parse(String(measured.stdout))).toMatchObject({ success: 1 });
  },
);

test('a disk that is full stops the run, which goes on when there is room', { timeout: 60_000 }, async ({ skip }) => {
  const folder = path.join(workspace.directory, 'traces');
  await mkdir(folder);
  const mount = await execa('mount', ['-t', 'tmpfs', '-o', 'size=500k', 'none', folder], { reject: false });
  skip(mount.failed, 'a small file system can be mounted by root alone');
  try {
    const full = await workspace.cli(['grow', '--run', 'one', '--json']);
    expect(full.exitCode).toBe(2);
    expect(full.stderr).toMatch(
      /the disk is full or a quota is reached.*\nEverything .* go on with: npx espalier grow --resume one --json/,
    );
    expect(full.stderr).not.toMatch(/^\s+at /m);
    expect(JSON.parse(String(full.stdout))).toMatchObject({ error: { code: 'STORE' } });
    await execa('mount', ['-o', 'remount,size=50m', folder]);
    const resumed = await workspace.cli(['grow', '--resume', 'one', '--json']);
    expect(resumed.exitCode).toBe(0);
    expect(JSON.parse(String(resumed.stdout))).toMatchObject({ test: { grown: { success: 1 } } });
  } finally {
    await execa('umount', [folder]);
  }
});

test('a reader that goes away ends a command quietly', { timeout: 60_000 }, async () => {
  await workspace.cli(['grow', '--run', 'one']);
  const listing = workspace.start(['traces', '--limit', '1000', '--json']);
  listing.stdout.destroy();
  await once(listing, 'exit');
  const ended = await listing;
  expect(ended.stderr).toBe('');
});
