import path from 'node:path';
import { InputError } from '../task/error.js';
import { makeFolder } from '../task/make-folder.js';
import { lockStore } from '../store/lock.js';
import { openStore } from '../store/open-store.js';
import { openRepository } from '../versions/open-repository.js';
import { findRun } from './find-run.js';
import type { GrowReport, GrowRequest } from './grow-request.js';
import { prepareRun } from './prepare-run.js';
import { sit } from './sit.js';
import { storeFile } from './store-file.js';
import { openWorkspace } from './workspace.js';
import { workspaceSandbox } from './workspace-sandbox.js';

/**
 * Grows a harness in a workspace, or goes on with a run that was stopped.
 * @throws EspalierError for bad input and a broken world; nothing that was paid for is lost.
 */
export async function growCommand(request: GrowRequest): Promise<GrowReport> {
  const signal = request.signal ?? new AbortController().signal;
  const workspace = await openWorkspace(request.workspace);
  try {
    await openRepository(workspace.directory);
    const ready = await prepareRun(request, workspace);
    await makeTraces(path.join(workspace.directory, 'traces'));
    const file = storeFile(workspace.directory);
    const lock = lockStore(file, request.run ?? `a run of ${workspace.name}`);
    try {
      const store = openStore(file);
      try {
        const { limits } = ready.binding.settings;
        const sandbox = await workspaceSandbox(workspace.config, request.sandbox, limits);
        try {
          const record = await findRun(request, workspace, store, ready, sandbox.isolation);
          request.onRun?.(record);
          return await sit(request, workspace, store, record, ready, sandbox, signal);
        } finally {
          await sandbox.close();
        }
      } finally {
        store.close();
      }
    } finally {
      lock.release();
    }
  } finally {
    await workspace.family.close?.();
  }
}

async function makeTraces(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw new InputError(
      `Expected a folder for the store at ${folder}; it cannot be made. Move away what stands there, or make room and set the permissions.`,
      { cause: error },
    );
  }
}
