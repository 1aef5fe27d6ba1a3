import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunnerFiles } from '../../src/sandbox/runner-file.js';

/** Where vm2's realm gets its one function from the runner. */
const DOOR = "vm.setGlobal('__espalier_send', send);";

/**
 * The guest's programs with vm2's realm broken on purpose: `__omni` gives the payload the process and `require`, so that
 * it tries the walls around the process alone. The folder goes with `close`.
 */
export function breakRealm(files: RunnerFiles): { readonly files: RunnerFiles; close(): void } {
  const programs = mkdtempSync(join(tmpdir(), 'espalier-broken-'));
  chmodSync(programs, 0o755); // guests of root are another user
  cpSync(files.programs, programs, { recursive: true });
  const path = join(programs, 'engine-vm2.mjs');
  const source = readFileSync(path, 'utf8');
  if (!source.includes(DOOR)) throw new Error(`Expected ${path} to hold the line ${DOOR}, which it does not.`);
  writeFileSync(
    path,
    source.replace(DOOR, `${DOOR}\n vm.setGlobal('__omni', { process, require: createRequire(import.meta.url) });`),
  );
  return {
    files: { ...files, programs },
    close() {
      rmSync(programs, { recursive: true });
    },
  };
}
