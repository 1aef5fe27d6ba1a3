import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locate } from '../ports/locate.js';
import { openLocate } from '../ports/locate.js';
import { openScript, type ScriptText } from '../ports/script-position.js';
import type { Bundle, Isolation, Prepared, RunHost, RunLimits, RunResult, Sandbox } from '../ports/sandbox.js';
import type { VersionId } from '../task/ids.js';
import type { Json } from '../task/json.js';
import { ChildPool } from './child-pool.js';
import { SandboxError } from './error.js';
import { findWrappers } from './find-wrappers.js';
import { GUEST_KINDS } from './guest-kind.js';
import type { GuestMemory } from './launch.js';
import { RunSession } from './run-session.js';
import { runnerFiles, type RunnerFiles } from './runner-file.js';
import type { Wrappers } from './wrappers.js';

export interface OpenOptions {
  /** What this machine has; looked for where it is not given. */
  readonly wrappers?: Wrappers;
  /** Memory of the child that `prepare` starts; a run with other caps starts its own. Default: 64 MiB and 320 beside it. */
  readonly memory?: GuestMemory;
  /** The guest's programs. Default: those of this package; others only where one is broken on purpose, to try the walls. */
  readonly files?: RunnerFiles;
}

class OpenPrepared implements Prepared {
  readonly version: VersionId;
  readonly script: string;
  readonly locate: Locate;
  readonly text: ScriptText;
  readonly pool: ChildPool;
  readonly #onClose: () => void;

  constructor(bundle: Bundle, pool: ChildPool, onClose: () => void) {
    this.version = bundle.version;
    this.script = bundle.script;
    const find = openLocate(bundle.sourceMap);
    const text = openScript(bundle.script);
    this.locate = (line, column) => find(line, text.column(line, column));
    this.text = text;
    this.pool = pool;
    this.#onClose = onClose;
  }

  async close(): Promise<void> {
    this.#onClose();
    await this.pool.close();
  }
}

/** What this machine has, where no caller knows it: looked for once a process. */
let here: Wrappers | undefined;

/**
 * A sandbox of one kind, whether or not that kind holds on this machine: `createSandbox` chooses one that does. Harness
 * code runs in child processes: no environment, no files but the runner's own, a fresh realm a run, only JSON text across.
 * `none` is a plain child process for measurements.
 */
export function openSandbox(isolation: Isolation | 'none', options: OpenOptions = {}): Sandbox {
  const wrappers = options.wrappers ?? (here ??= findWrappers().wrappers);
  const kind = GUEST_KINDS[isolation];
  if (kind.namespaces && wrappers.bwrap === undefined) {
    throw new SandboxError(
      'Expected bubblewrap for isolation `full`; it is not here or does not start. See espalier doctor.',
    );
  }
  const cwd = mkdtempSync(join(tmpdir(), 'espalier-guest-'));
  const place = { kind, wrappers, files: options.files ?? runnerFiles(), cwd };
  const open = new Set<OpenPrepared>();
  let closed = false;

  return {
    isolation,
    async prepare(bundle: Bundle): Promise<Prepared> {
      if (closed) throw new SandboxError('Expected an open sandbox, got one that was closed.');
      const pool = new ChildPool(bundle, place);
      const prepared = new OpenPrepared(bundle, pool, () => open.delete(prepared));
      open.add(prepared);
      try {
        pool.keep(await pool.take(options.memory ?? { heapMb: 64, dataMb: 320 }));
      } catch (error) {
        await prepared.close();
        throw error;
      }
      return prepared;
    },
    async run(
      prepared: Prepared,
      input: { readonly task: Json; readonly seed: string; readonly signal?: AbortSignal },
      host: RunHost,
      limits: RunLimits,
    ): Promise<RunResult> {
      if (!(prepared instanceof OpenPrepared)) {
        throw new SandboxError('Expected a version that this sandbox prepared, got another.');
      }
      input.signal?.throwIfAborted();
      const { heapMb, dataMb } = limits;
      const child = await prepared.pool.take({ heapMb, dataMb });
      const { script, text, locate } = prepared;
      try {
        return await new RunSession(child, { script, text, locate, ...input, host, limits }).run();
      } finally {
        prepared.pool.giveBack(child);
      }
    },
    async close(): Promise<void> {
      closed = true;
      await Promise.all([...open].map((prepared) => prepared.close()));
      await rm(cwd, { recursive: true, force: true });
    },
  };
}
