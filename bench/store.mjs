import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { digestOf } from '../dist/measure/measure-arm.js';
import { openStore } from '../dist/store/open-store.js';
import { sha256 } from '../dist/task/hash.js';
import { runId, stateHash } from '../dist/task/ids.js';
import { sideBySide, timed } from './measure.mjs';
import { sampleTrace } from './sample-trace.mjs';

const KEPT_TRACES = 200;
const BATCH = 20;
const run = runId('bench');

/** The store of a run of `grow`. */
function openOurs(file) {
  const store = openStore(file);
  store.createRun({ id: run, startedAt: 0, family: 'bench', isolation: 'process', options: {} });
  let ordinal = 0;
  return {
    putTrace(trace, digest) {
      const { seed, version } = trace;
      const judged = { scores: { exact: 1 }, feedback: 'right', success: 1, solved: true };
      store.putMeasurement(run, { seed, version, phase: 'gate', trace: digest, judged }, trace);
    },
    trace: (digest) => store.trace(digest),
    append(body, state) {
      ordinal += 1;
      store.append(run, { ordinal, kind: 'collect', body, state, stateHash: stateHash('0'), at: 0 });
    },
    putResponse(key, value) {
      const id = store.reserve(run, { what: 'model', calls: 1, costUsd: 0 });
      const actual = { what: 'model', calls: 1, costUsd: 0, inputTokens: 100, outputTokens: 20 };
      store.settle(id, actual, { key, value });
    },
    response: (key) => store.response(key),
    close: () => store.close(),
  };
}

/** The same things as JSON text in plain tables of the same database: a row a node and a call, no digest, no index of functions. */
function openPlain(file) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(`
    CREATE TABLE head (trace TEXT PRIMARY KEY, json TEXT NOT NULL);
    CREATE TABLE node (trace TEXT NOT NULL, id INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (trace, id));
    CREATE TABLE call (trace TEXT NOT NULL, id INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (trace, id));
    CREATE TABLE entry (ordinal INTEGER PRIMARY KEY, json TEXT NOT NULL);
    CREATE TABLE response (key TEXT PRIMARY KEY, json TEXT NOT NULL);
  `);
  const insert = (name) => db.prepare(`INSERT INTO ${name} (trace, id, json) VALUES (?, ?, ?)`);
  const select = (name) => db.prepare(`SELECT json FROM ${name} WHERE trace = ? ORDER BY id`);
  const putHead = db.prepare('INSERT INTO head (trace, json) VALUES (?, ?)');
  const head = db.prepare('SELECT json FROM head WHERE trace = ?');
  const [putNode, putCall, nodes, calls] = [insert('node'), insert('call'), select('node'), select('call')];
  const putEntry = db.prepare('INSERT INTO entry (json) VALUES (?)');
  const putResponse = db.prepare('INSERT INTO response (key, json) VALUES (?, ?)');
  const response = db.prepare('SELECT json FROM response WHERE key = ?');
  const parsed = ({ json }) => JSON.parse(json);
  return {
    putTrace: db.transaction((trace, digest) => {
      const { nodes, calls, ...rest } = trace;
      putHead.run(digest, JSON.stringify(rest));
      for (const node of nodes) putNode.run(digest, node.id, JSON.stringify(node));
      for (const call of calls) putCall.run(digest, call.node, JSON.stringify(call));
    }),
    trace: (digest) => ({
      ...parsed(head.get(digest)),
      nodes: nodes.all(digest).map(parsed),
      calls: calls.all(digest).map(parsed),
    }),
    append: (body, state) => putEntry.run(JSON.stringify({ kind: 'collect', body, state })),
    putResponse: (key, value) => putResponse.run(key, JSON.stringify(value)),
    response: (key) => parsed(response.get(key)),
    close: () => db.close(),
  };
}

/** Bytes of the file with all its traces, once it is closed. */
function bytesOf(open, file, traces) {
  const store = open(file);
  for (const { trace, digest } of traces) store.putTrace(trace, digest);
  store.close();
  return statSync(file).size;
}

/** One operation's time in µs on either side; `prepare` makes the arguments of so many operations outside the clock. */
function measureOperation(sides, operation, prepare) {
  const [base, ours] = sides.map((store) => async () => {
    const inputs = prepare();
    return ((await timed(() => inputs.forEach((input) => store[operation](...input)))) * 1_000) / BATCH;
  });
  return sideBySide(base, ours);
}

export const bench = {
  title: 'the store against plain JSON rows in SQLite',
  columns: ['JSON rows', 'store'],
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-bench-'));
    const sides = [];
    try {
      let made = 0;
      const newTraces = (count) =>
        Array.from({ length: count }, () => {
          const trace = sampleTrace((made += 1));
          return { trace, digest: digestOf(trace) };
        });
      const kept = newTraces(KEPT_TRACES);
      const base = bytesOf(openPlain, join(folder, 'plain-size.db'), kept) / KEPT_TRACES;
      const ours = bytesOf(openOurs, join(folder, 'size.db'), kept) / KEPT_TRACES;
      const rows = [{ what: 'a trace, on disk', unit: 'bytes', base, ours, ratio: ours / base, rounds: 1 }];

      sides.push(openPlain(join(folder, 'plain.db')), openOurs(join(folder, 'store.db')));
      const batch = (make) => () => Array.from({ length: BATCH }, (_, index) => make(index));
      let count = 0;
      const number = () => (count += 1);
      const state = { cursor: 40, window: kept.slice(0, 4).map(({ digest }) => digest), attempts: {} };
      const reply = { text: JSON.stringify(kept[0].trace.calls[0].reply), finish: 'stop' };
      const operations = [
        ['write a trace', 'putTrace', () => newTraces(BATCH).map(({ trace, digest }) => [trace, digest])],
        ['read a trace', 'trace', batch((index) => [kept[index].digest])],
        ['append a transition', 'append', batch(() => [{ case: `case ${number()}`, score: 1 }, state])],
        ['pay for a response and keep it', 'putResponse', batch(() => [sha256(`new ${number()}`), reply])],
        ['read a response', 'response', batch((index) => [sha256(`kept ${index}`)])],
      ];
      for (const side of sides) {
        for (const { trace, digest } of kept) side.putTrace(trace, digest);
        for (let index = 0; index < BATCH; index += 1) side.putResponse(sha256(`kept ${index}`), reply);
      }
      for (const [what, operation, prepare] of operations) {
        rows.push({ what, unit: 'µs', ...(await measureOperation(sides, operation, prepare)) });
      }
      return rows;
    } finally {
      for (const side of sides) side.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
