// A child process for tests: writes to a store until it is killed, and says on stdout what has been committed.
import { writeSync } from 'node:fs';
import { openStore } from '../../../src/store/open-store.js';
import { runId, stateHash, versionId } from '../../../src/task/ids.js';
import { digestOf, sampleTrace } from './sample-trace.js';

const [file = '', start = '0'] = process.argv.slice(2);
const run = runId('killed');
const store = openStore(file);
if (store.run(run) === undefined) {
  store.createRun({ id: run, startedAt: 1, family: 'corpus', isolation: 'process', options: {} });
}
for (let ordinal = Number(start) + 1; ; ordinal++) {
  const trace = sampleTrace(`task ${String(ordinal)}`);
  const version = versionId(`version-${String(ordinal)}`);
  const reservation = store.reserve(run, { what: 'model', calls: 2, costUsd: 1 });
  store.settle(
    reservation,
    { what: 'model', calls: 1, costUsd: 0.5, inputTokens: 10, outputTokens: 1 },
    { key: `key-${String(ordinal)}`, value: { ordinal } },
  );
  store.putMeasurement(run, { seed: trace.seed, version, phase: 'collect', trace: digestOf(trace) }, trace);
  store.append(
    run,
    {
      ordinal,
      kind: 'collected',
      body: { trace: digestOf(trace) },
      state: { version },
      stateHash: stateHash('h'),
      at: 1,
    },
    [{ version, files: { 'main.ts': `export const n = ${String(ordinal)};` } }],
  );
  writeSync(1, `${String(ordinal)}\n`);
}
