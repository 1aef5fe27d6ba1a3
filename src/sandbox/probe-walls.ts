import { spawn } from 'node:child_process';
import { constants, existsSync, fstatSync, statSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { launchCommand, NOBODY, type LaunchSpec } from './launch.js';
import { inheritedFiles, withoutOpenFiles } from './open-files.js';

/** What a process that was started as a guest could do: each member is true where it got through. */
export interface Reached {
  readonly connect: boolean;
  readonly read: boolean;
  readonly write: boolean;
  readonly spawn: boolean;
  readonly signal: boolean;
  readonly env: boolean;
  /** It had a file open that this process has open. */
  readonly inherit: boolean;
}

const Said = z.strictObject({
  connect: z.boolean(),
  read: z.boolean(),
  write: z.boolean(),
  spawn: z.boolean(),
  signal: z.boolean(),
  env: z.boolean(),
  files: z.array(z.string()),
});

export type WallProbe =
  { readonly kind: 'tried'; readonly reached: Reached } | { readonly kind: 'does-not-start'; readonly output: string };

const PROBE_MS = 15_000;

/**
 * Starts a process exactly as a guest's, with a program in the runner's place that tries to connect to this machine, to read
 * and write a file of ours, to start a process, to end one and to read the environment, and says which files it has open. What we can see ourselves (a
 * connection, a file, a process that is gone) counts, whatever the program says.
 */
export async function probeWalls(spec: Omit<LaunchSpec, 'probe' | 'memory'>): Promise<WallProbe> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-probe-'));
  const canary = join(folder, 'canary');
  const target = join(folder, 'written');
  await writeFile(canary, 'canary');
  await giveAway([canary, folder], spec);
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const victim = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore', env: {} });
  const died = new Promise<void>((resolve) => {
    victim.on('exit', () => {
      resolve();
    });
  });
  try {
    const port = await listen(server);
    const args = [String(port), canary, target, String(victim.pid ?? 0)];
    const memory = { heapMb: 64, dataMb: 320 };
    const { file, args: words } = launchCommand({ ...spec, memory, probe: args });
    const { stdout, stderr } = await output(file, words, folder);
    const said = Said.safeParse(json(stdout));
    if (!said.success)
      return { kind: 'does-not-start', output: stderr.trim().slice(-300) || 'it ended without a word' };
    // A signal that was sent arrives within this time.
    await Promise.race([died, new Promise((resolve) => setTimeout(resolve, said.data.signal ? 500 : 20))]);
    const ended = victim.exitCode !== null || victim.signalCode !== null;
    const { files, ...data } = said.data;
    const ours = namedFiles();
    const seen = { connect: connections > 0, write: existsSync(target) };
    return {
      kind: 'tried',
      reached: {
        ...data,
        connect: data.connect || seen.connect,
        write: seen.write,
        signal: ended,
        inherit: files.some((one) => ours.has(one)),
      },
    };
  } finally {
    victim.kill('SIGKILL');
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where a guest is another user it owns what it is to try: the walls must stop it, not the rights of a file. */
async function giveAway(
  paths: readonly string[],
  { kind, wrappers }: Pick<LaunchSpec, 'kind' | 'wrappers'>,
): Promise<void> {
  if (wrappers.unprivileged?.includes(kind.namespaces ? 'full' : 'portable') !== true) return;
  for (const path of paths) await chown(path, Number(NOBODY), Number(NOBODY));
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function output(file: string, args: readonly string[], cwd: string): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = withoutOpenFiles((stdio) =>
      spawn(file, [...args], { cwd, env: {}, timeout: PROBE_MS, killSignal: 'SIGKILL', stdio: [...stdio] }),
    );
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    child.on('error', (error) => {
      resolve({ stdout, stderr: error.message });
    });
    child.on('close', (code, signal) => {
      const end = signal === null ? `exit code ${String(code)}` : `signal ${signal}`;
      resolve({ stdout, stderr: stderr === '' && code !== 0 ? end : stderr });
    });
  });
}

/** `device:inode` of what a guest would inherit. Not `/dev/null`, which it may have, and what of the kernel's has no number of its own. */
function namedFiles(): ReadonlySet<string> {
  const named = new Set<string>();
  for (const fd of process.platform === 'linux' ? inheritedFiles() : []) {
    try {
      const { dev, ino, mode } = fstatSync(fd);
      if ((mode & constants.S_IFMT) !== 0) named.add(`${String(dev)}:${String(ino)}`);
    } catch {
      continue; // closed meanwhile
    }
  }
  const nothing = statSync('/dev/null', { throwIfNoEntry: false });
  if (nothing !== undefined) named.delete(`${String(nothing.dev)}:${String(nothing.ino)}`);
  return named;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no report: the caller says so
  }
}
