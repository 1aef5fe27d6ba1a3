import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locate } from '../ports/locate.js';
import { openLocate } from '../ports/locate.js';
import type { Bundle, Prepared, RunHost, RunLimits, RunResult, Sandbox } from '../ports/sandbox.js';
import type { VersionId } from '../task/ids.js';
import type { Json } from '../task/json.js';
import { ChildPool } from './child-pool.js';
import { SandboxError } from './error.js';
import { RunSession } from './run-session.js';
import { runnerFiles } from './runner-file.js';

export interface ProcessSandboxOptions {
  /** Heap of the child that `prepare` starts, MiB; a run with another cap starts its own. Default 64. */
  readonly heapMb?: number;
}

class ProcessPrepared implements Prepared {
  readonly version: VersionId;
  readonly locate: Locate;
  readonly pool: ChildPool;
  readonly #onClose: () => void;

  constructor(bundle: Bundle, pool: ChildPool, onClose: () => void) {
    this.version = bundle.version;
    this.locate = openLocate(bundle.sourceMap);
    this.pool = pool;
    this.#onClose = onClose;
  }

  async close(): Promise<void> {
    this.#onClose();
    await this.pool.close();
  }
}

/**
 * Runs harness code in child processes: no environment, no files but the runner's own, a fresh vm2 realm a run,
 * only JSON text across. Isolation `process`: it does not stop the network or signals.
 */
export function createProcessSandbox(options: ProcessSandboxOptions = {}): Sandbox {
  const files = runnerFiles();
  const cwd = mkdtempSync(join(tmpdir(), 'espalier-guest-'));
  const open = new Set<ProcessPrepared>();
  let closed = false;

  return {
    isolation: 'process',
    async prepare(bundle: Bundle): Promise<Prepared> {
      if (closed) throw new SandboxError('Expected an open sandbox, got one that was closed.');
      const pool = new ChildPool(bundle, files, cwd);
      const prepared = new ProcessPrepared(bundle, pool, () => open.delete(prepared));
      open.add(prepared);
      try {
        pool.keep(await pool.take(options.heapMb ?? 64));
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
      if (!(prepared instanceof ProcessPrepared)) {
        throw new SandboxError('Expected a version that this sandbox prepared, got another.');
      }
      input.signal?.throwIfAborted();
      const child = await prepared.pool.take(limits.heapMb);
      try {
        return await new RunSession(child, { locate: prepared.locate, ...input, host, limits }).run();
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
