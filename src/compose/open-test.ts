import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Case } from '../task/case.js';
import type { VersionId } from '../task/ids.js';
import { countEvaluations, type SealedCases, type TestEvaluations } from '../task/sealed-cases.js';
import { makeFolder } from '../task/make-folder.js';
import { openStore } from '../store/open-store.js';
import { storeFile } from './store-file.js';

/** The test cases, and how often this split was evaluated, this time among them. */
export interface OpenedTest {
  readonly cases: readonly Case[];
  readonly evaluations: TestEvaluations;
}

/** Opens the seal for a harness that is measured outside of a run. The workspace's store, made if need be, keeps the opening. */
export async function openTest(directory: string, sealed: SealedCases, version: VersionId): Promise<OpenedTest> {
  const file = storeFile(directory);
  await makeFolder(path.dirname(file));
  const store = openStore(file);
  try {
    const cases = sealed.open(
      { evaluation: `eval ${randomUUID()}`, run: null, version, reason: 'espalier eval' },
      { opened: (opening) => store.putTestOpening(opening) },
    );
    const evaluations = countEvaluations(store.testOpenings(), { split: sealed.hash, run: null, version });
    return { cases, evaluations };
  } finally {
    store.close();
  }
}
