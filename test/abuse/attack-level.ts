import type { Isolation, RunLimits, Sandbox } from '../../src/ports/sandbox.js';
import type { HarnessFiles } from '../../src/ports/interface.js';
import type { Bundle } from '../../src/ports/sandbox.js';
import type { RunnerFiles } from '../../src/sandbox/runner-file.js';
import type { VersionId } from '../../src/task/ids.js';
import { breakRealm } from './broken-realm.js';
import type { Payload } from './payload-folder.js';
import { runPayloads } from './run-payloads.js';
import type { AbuseReport, PayloadResult } from './run-payloads.js';

/** The parts of one build of the product, from src or from dist. */
export interface Product {
  openSandbox(level: Isolation, options?: { readonly files?: RunnerFiles }): Sandbox;
  runnerFiles(): RunnerFiles;
  link(files: HarnessFiles, options: { readonly version: VersionId }): Bundle;
  readonly limits: RunLimits;
}

export interface LevelReport extends AbuseReport {
  /** The level, or `full, realm broken`. */
  readonly level: string;
}

export interface LevelAttack {
  readonly level: Isolation;
  readonly payloads: readonly Payload[];
  readonly product: Product;
  readonly lanes: number;
  readonly onResult?: (level: string, result: PayloadResult) => void;
}

/**
 * Runs payloads at a level. At `full`, those that ask for `__omni` run once more with vm2's realm broken on purpose, so
 * that the walls around the process are tried by themselves; `portable` has none, and its engine hands out no process.
 */
export async function attackLevel(attack: LevelAttack): Promise<readonly LevelReport[]> {
  const { level, payloads, product, lanes, onResult } = attack;
  const run = async (shown: string, some: readonly Payload[], files: RunnerFiles | undefined): Promise<LevelReport> => {
    const report = await runPayloads({
      payloads: some,
      openSandbox: () => product.openSandbox(level, files === undefined ? {} : { files }),
      link: (harness) => product.link(harness, { version: 'abuse' as VersionId }), // any text is a version
      limits: product.limits,
      lanes,
      keepsCalling: files !== undefined,
      onResult: (result) => onResult?.(shown, result),
    });
    return { level: shown, ...report };
  };
  const reports = [await run(level, payloads, undefined)];
  const needRealm = payloads.filter(({ code }) => code.includes('__omni'));
  if (level !== 'full' || needRealm.length === 0) return reports;
  const broken = breakRealm(product.runnerFiles());
  try {
    return [...reports, await run('full, realm broken', needRealm, broken.files)];
  } finally {
    broken.close();
  }
}
