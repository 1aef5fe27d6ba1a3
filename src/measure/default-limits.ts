import type { RunLimits } from '../ports/sandbox.js';

/** Limits that hold where the config says nothing. */
export const DEFAULT_LIMITS: RunLimits = Object.freeze({
  wallMs: 60_000,
  computeBetweenCallsMs: 20_000,
  computeMs: 30_000,
  heapMb: 64,
  dataMb: 320,
  calls: 200,
  modelCalls: 50,
  tokens: 200_000,
  concurrentCalls: 16,
  resultBytes: 262_144,
  messageBytes: 1_048_576,
  totalBytes: 16_777_216,
  stderrBytes: 65_536,
  toolMs: 20_000,
  evaluateMs: 30_000,
  guest: Object.freeze({
    nodes: 5_000,
    previewChars: 240,
    previewTotalChars: 60_000,
    loopFuel: 2_000_000,
    logLines: 200,
  }),
});
