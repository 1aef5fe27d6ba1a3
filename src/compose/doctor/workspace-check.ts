import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DoctorCheck } from './check.js';

const LEAST_FREE_BYTES = 200 * 1_048_576;
const GIB = 1_073_741_824;

/** Whether a run can keep its journal here: the folder can be written, and the disk has room. */
export const workspaceCheck: DoctorCheck = async ({ directory }) => {
  const name = 'workspace';
  const traces = path.join(directory, 'traces');
  const folder = existsSync(traces) ? traces : directory;
  const trial = path.join(folder, `.doctor-${String(process.pid)}`);
  try {
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    const detail = `${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`;
    return [{ name, state: 'failed', detail, fix: `Make it yours: chown -R "$(id -un)" ${folder}` }];
  }
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const free = `${(freeBytes / GIB).toFixed(1)} GiB free`;
  if (freeBytes < LEAST_FREE_BYTES) {
    const detail = `${folder}: ${free}; a run keeps its journal, traces and replies here`;
    return [{ name, state: 'failed', detail, fix: 'Free at least 0.2 GiB on this disk.' }];
  }
  return [{ name, state: 'ok', detail: `${folder} can be written, ${free}` }];
};
