import type { RunStore } from '../ports/store.js';
import type { Connection } from './connection.js';
import { sealChecksOf } from './check-seals.js';
import { connect } from './connection.js';
import { journalOf } from './journal.js';
import { measurementsOf } from './measurements.js';
import { payloadsOf } from './payloads.js';
import { responsesOf } from './responses.js';
import { runsOf } from './runs.js';
import { spendOf } from './spend.js';
import { testOpeningsOf } from './test-openings.js';

/**
 * Opens or creates a store file. Every write is one transaction; several processes may read while one writes.
 * @throws InputError for a file by a newer Espalier or another program. @throws StoreError when it cannot be opened.
 */
export function openStore(file: string): RunStore {
  const connection = connect(file);
  try {
    return connection.attempt('be opened', () => storeOf(connection));
  } catch (error) {
    connection.db.close();
    throw error;
  }
}

function storeOf(connection: Connection): RunStore {
  const responses = responsesOf(connection);
  return {
    ...runsOf(connection),
    ...journalOf(connection),
    ...measurementsOf(connection, payloadsOf(connection)),
    ...spendOf(connection, responses),
    ...testOpeningsOf(connection),
    ...sealChecksOf(connection),
    response: responses.response,
    close(): void {
      connection.attempt('be closed', () => connection.db.close());
    },
  };
}
