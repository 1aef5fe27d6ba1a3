import { z } from 'zod';
import type { Isolation, RunLimits } from '../ports/sandbox.js';
import { sha256 } from '../task/hash.js';
import { versionId } from '../task/ids.js';
import { openSandbox } from './open-sandbox.js';
import type { Wrappers } from './wrappers.js';

const NAMES = ['process', 'require', 'module', 'fetch', 'WebSocket', 'Deno', 'Bun', 'std', 'os'];

/** Guest code that looks for ways out of its engine and answers with those that it found. */
const SCRIPT = `{
  const send = globalThis.__espalier_send;
  const ways = {
    "a function's constructor": () => send.constructor('return process')(),
    "the global's constructor": () => globalThis.constructor.constructor('return process')(),
    "an async function's constructor": () => (async () => {}).constructor('return process')(),
  };
  globalThis.__espalier = {
    start() {
      const found = ${JSON.stringify(NAMES)}.filter((name) => typeof globalThis[name] !== 'undefined');
      // An empty catch is meant here and below: a way that throws is closed, and only open ones are told.
      for (const name of Object.keys(ways)) {
        try { if (typeof ways[name]().exit === 'function') found.push(name); } catch {}
      }
      try { import('node:fs').then(() => { found.push('import()'); }, () => {}); } catch {}
      let turns = 0;
      const later = () => {
        turns += 1;
        if (turns < 50) return Promise.resolve().then(later);
        send(JSON.stringify({ t: 'end', ok: true, value: found, nodes: [], dropped: 0 }));
      };
      void Promise.resolve().then(later);
    },
    reply() {},
  };
}`;

const LIMITS: RunLimits = {
  wallMs: 10_000,
  computeBetweenCallsMs: 10_000,
  computeMs: 10_000,
  heapMb: 64,
  dataMb: 320,
  calls: 1,
  modelCalls: 1,
  tokens: 1,
  concurrentCalls: 1,
  resultBytes: 10_000,
  messageBytes: 10_000,
  totalBytes: 100_000,
  stderrBytes: 10_000,
  toolMs: 1_000,
  evaluateMs: 1_000,
  guest: { nodes: 10, previewChars: 10, previewTotalChars: 100, loopFuel: 1_000, logLines: 1 },
};

export type EngineProbe =
  | { readonly kind: 'tried'; readonly found: readonly string[] }
  | { readonly kind: 'does-not-run'; readonly output: string };

/** Runs guest code at a level, through all that a harness goes through, and says what of the machine it found. */
export async function probeEngine(level: Isolation, wrappers: Wrappers): Promise<EngineProbe> {
  const codeHash = sha256(SCRIPT);
  const sourceMap = '{"version":3,"sources":[],"names":[],"mappings":""}';
  const sandbox = openSandbox(level, { wrappers });
  try {
    const prepared = await sandbox.prepare({ version: versionId(codeHash), codeHash, script: SCRIPT, sourceMap });
    const host = { tools: [], record: () => undefined, call: () => Promise.reject(new Error('no call is due')) };
    const { end, answer } = await sandbox.run(prepared, { task: null, seed: 'probe' }, host, LIMITS);
    const found = z.array(z.string()).safeParse(answer);
    if (found.success) return { kind: 'tried', found: found.data };
    return { kind: 'does-not-run', output: 'message' in end ? end.message : end.kind };
  } catch (error) {
    return { kind: 'does-not-run', output: error instanceof Error ? error.message : String(error) };
  } finally {
    await sandbox.close();
  }
}
