import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { commandProposer, type CommandProposerOptions } from '../../../src/optimizer/command-proposer.js';
import { buildPrompt } from '../../../src/optimizer/prompt/build-prompt.js';
import type { Proposal } from '../../../src/ports/proposer.js';
import { InputError } from '../../../src/task/error.js';
import { sampleRequest } from './sample-view.js';

const SCRIPT = fileURLToPath(new URL('optimizer-command.mjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'espalier-test-'));
const pidFile = path.join(folder, 'pids.json');
const live = new AbortController().signal;

const propose = (behaviour: string, more: Partial<CommandProposerOptions> = {}, signal = live): Promise<Proposal> =>
  commandProposer({ command: [process.execPath, SCRIPT, behaviour, pidFile], timeoutMs: 20_000, ...more }).propose(
    sampleRequest(),
    signal,
  );

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(pidFile, { force: true });
});

const started = async (): Promise<readonly number[]> => {
  while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') await sleep(20);
  return JSON.parse(readFileSync(pidFile, 'utf8')) as number[]; // The script wrote it.
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A killed process whose parent has not waited for it yet is a zombie.
  return !(existsSync(`/proc/${pid}/stat`) && /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
};
const allGone = async (pids: readonly number[]): Promise<boolean> => {
  for (let turn = 0; turn < 50 && pids.some(isAlive); turn += 1) await sleep(20);
  return !pids.some(isAlive);
};

describe('commandProposer', () => {
  it('gives the prompt on stdin and takes the reply from stdout, at the configured price', async () => {
    const prompt = buildPrompt(sampleRequest());
    expect(await propose('answer', { priceUsdPerCall: 0.25 })).toEqual({
      kind: 'reply',
      text: JSON.stringify({ version: 1, rationale: `read ${prompt.text.length}`, edits: [] }),
      finish: 'complete',
      promptHash: prompt.hash,
      costUsd: 0.25,
      notices: [],
    });
  });

  it('starts in an empty folder of its own, removed afterwards, with no environment but what is named', async () => {
    vi.stubEnv('SECRET_OF_THE_RUN', 'hidden');
    vi.stubEnv('KEY_OF_THE_TOOL', 'passed');
    vi.stubEnv('PATH', [path.resolve('tools'), '/elsewhere/node_modules/.bin', '/usr/bin'].join(path.delimiter));
    const proposal = await propose('look-around', { passEnv: ['KEY_OF_THE_TOOL', 'NOT_SET_AT_ALL'] });
    const seen = JSON.parse(proposal.kind === 'reply' ? proposal.text : '') as {
      readonly env: Record<string, string>;
      readonly cwd: string;
      readonly files: readonly string[];
    }; // The script wrote it.
    expect(seen.files).toEqual([]);
    expect(seen.env).toMatchObject({ PATH: '/usr/bin', KEY_OF_THE_TOOL: 'passed' });
    const allowed = new Set(['PATH', 'HOME', 'LANG', 'TERM', 'KEY_OF_THE_TOOL', '__CF_USER_TEXT_ENCODING']);
    expect(Object.keys(seen.env).filter((name) => !allowed.has(name))).toEqual([]);
    expect(JSON.stringify(seen.env)).not.toContain(process.cwd());
    expect(existsSync(seen.cwd)).toBe(false);
  });

  it('hands on stderr line by line, cut where a line is endless, and still takes the reply', async () => {
    const lines: string[] = [];
    const proposal = await propose('babble', { onStderr: (line) => lines.push(line) });
    expect(proposal).toMatchObject({ kind: 'reply', text: 'Here you are: {"version":1}' });
    expect(lines).toHaveLength(52);
    expect(lines[0]).toBe('thinking 1');
    expect(lines[50]?.length).toBe(2_000);
    expect(lines[51]).toBe('last words');
  });

  it('gives a cut reply verbatim: the editor is to refuse it', async () => {
    expect(await propose('cut')).toMatchObject({ kind: 'reply', text: '{"version":1,"rationale":"the rest is mis' });
  });

  it.each([
    ['fail', {}, /exit code 3.*no credit left/s],
    ['silent', {}, /nothing to stdout/],
    ['flood', {}, /more than 4194304 characters/],
    ['hang', { timeoutMs: 1_500 }, /no reply within 1500 ms/],
  ] as const)('is no reply, still paid for, when the command does `%s`', async (behaviour, more, message) => {
    const proposal = await propose(behaviour, { ...more, priceUsdPerCall: 0.1 });
    expect(proposal).toMatchObject({ kind: 'none', costUsd: 0.1 });
    expect(proposal.kind === 'none' ? proposal.message : '').toMatch(message);
  });

  it('kills the whole process group at the deadline', async () => {
    const pending = propose('hang', { timeoutMs: 1_500 });
    const pids = await started();
    expect(pids.filter(isAlive)).toHaveLength(2);
    await pending;
    expect(await allGone(pids)).toBe(true);
  });

  it('kills the whole process group when the caller aborts, and ends with the reason', async () => {
    const controller = new AbortController();
    const pending = propose('hang', {}, controller.signal);
    const pids = await started();
    controller.abort(new Error('stopped by hand'));
    await expect(pending).rejects.toThrow('stopped by hand');
    expect(await allGone(pids)).toBe(true);
  });

  it('does not wait for a child that the command left behind, and kills it', async () => {
    const begun = performance.now();
    expect(await propose('leave-child')).toMatchObject({ kind: 'reply', text: '{"version":1}' });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await allGone(await started())).toBe(true);
  });

  it('takes the reply although a descendant that left the group holds the pipes open', async () => {
    const proposal = await propose('leave-daemon');
    for (const pid of await started()) process.kill(pid, 'SIGKILL');
    expect(proposal).toMatchObject({ kind: 'reply', text: '{"version":1}' });
  });

  it('is an input error when the program is not there', async () => {
    const pending = propose('', { command: ['espalier-no-such-program'] });
    await expect(pending).rejects.toBeInstanceOf(InputError);
    await expect(pending).rejects.toThrow(/espalier-no-such-program.*PATH/s);
  });

  it('finds a program on the whole PATH, workspace included, and runs it without that PATH', async () => {
    const bin = path.join(folder, 'node_modules', '.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(path.join(bin, 'my-optimizer'), '#!/bin/sh\nprintf "%s" "$PATH"\n', { mode: 0o755 });
    vi.stubEnv('PATH', [bin, '/usr/bin', '/bin'].join(path.delimiter));
    expect(await propose('', { command: ['my-optimizer'], cwd: folder })).toMatchObject({ text: '/usr/bin:/bin' });
  });

  it('looks up parts of the command that begin with a dot in the folder that is named', async () => {
    const at = { command: [process.execPath, './optimizer-command.mjs', 'cut'], cwd: path.dirname(SCRIPT) };
    expect(await propose('', at)).toMatchObject({ kind: 'reply' });
  });

  it('refuses an empty command', () => {
    expect(() => commandProposer({ command: [], timeoutMs: 1 })).toThrow(InputError);
  });
});
