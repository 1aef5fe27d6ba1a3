import type { RunStore } from '../ports/store.js';
import { versionId } from '../task/ids.js';
import type { TestOpening } from '../task/sealed-cases.js';
import type { Connection } from './connection.js';
import { sealOf } from './seal.js';

interface OpeningRow extends Omit<TestOpening, 'version'> {
  readonly version: string;
}

/** Readings of the test split, in the order in which they were made. */
export function testOpeningsOf({ db, attempt }: Connection): Pick<RunStore, 'putTestOpening' | 'testOpenings'> {
  const insert = db.prepare<[string, string, string | null, string, string, number, string]>(
    'INSERT INTO test_opening (split, evaluation, run, version, reason, at, seal) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const select = db.prepare<[], OpeningRow>(
    'SELECT split, evaluation, run, version, reason FROM test_opening ORDER BY id',
  );
  return {
    putTestOpening(opening: TestOpening): void {
      const { split, evaluation, run, version, reason } = opening;
      const at = Date.now();
      const seal = sealOf('test_opening', [split, evaluation, run, version, reason, at]);
      attempt('journal an opening of the test split', () =>
        insert.run(split, evaluation, run, version, reason, at, seal),
      );
    },
    testOpenings: (): readonly TestOpening[] =>
      attempt('read the openings of the test split', () =>
        select.all().map((row) => ({ ...row, version: versionId(row.version) })),
      ),
  };
}
