import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { InputError } from '../task/error.js';
import { schemaComplaint } from '../task/schema-complaint.js';
import type { AnyGateRecord } from '../ports/gate-record.js';

const share = z.number().min(0).max(1);
const count = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');
const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a commit id');
const scores = z.record(z.string(), z.number());

const common = {
  run: z.string().min(1),
  gate: z.int().min(1),
  final: z.boolean(),
  rule: z.enum(['paper', 'paired', 'off']),
  verdict: z.enum(['accept', 'roll-back', 'undecided', 'no-verdict']),
  acted: z.enum(['checkpoint', 'rolled-back', 'undecided']),
  reason: z.string(),
  coverage: share,
  changed: z.array(z.string()),
  rejectedTag: z
    .string()
    .regex(/^rejected\/[1-9]\d*$/, 'must be rejected/<n>')
    .nullable(),
  stateBefore: hash,
  stateAfter: hash,
  checkpointState: hash,
};

const figures = {
  success: share,
  low: share,
  high: share,
  n: count,
  missing: count,
  modelCallsPerTask: z.number().min(0),
  tokensPerTask: z.number().min(0),
  costUsdPerTask: z.number().min(0),
  scores,
};
const trace = z.union([z.literal(''), hash]);

const Format1 = z.strictObject({
  format: z.literal(1),
  ...common,
  minCoverage: share,
  storedCheckpoint: share,
  candidate: z.strictObject({ version: hash, commit, ...figures }),
  checkpoint: z.strictObject({ ...z.strictObject(figures).partial().shape, success: share, version: hash, commit }),
  tasks: z.array(
    z.strictObject({
      case: z.string(),
      candidate: share.nullable(),
      checkpoint: share.nullable(),
      traces: z.strictObject({ candidate: trace, checkpoint: trace }),
    }),
  ),
});

const arm = z.strictObject({
  version: hash,
  commit,
  success: share.nullable(),
  low: share,
  high: share,
  n: count,
  missing: count,
  scores,
});
const cost = z.strictObject({
  runs: count,
  modelCalls: count,
  inputTokens: z.number().min(0),
  outputTokens: z.number().min(0),
  costUsd: z.number().min(0),
});
const runs = z.strictObject({ successes: z.array(share.nullable()), traces: z.array(hash) });

const Format2 = z.strictObject({
  format: z.literal(2),
  ...common,
  settings: z.strictObject({
    deterministic: z.boolean(),
    level: z.number().gt(0).lt(1),
    repeats: z.number().min(1),
    minCoverage: share,
    storedCheckpoint: share,
    keepsScore: z.boolean(),
    part: z.strictObject({ number: z.int().min(1), of: z.int().min(1) }).nullable(),
  }),
  // Its members are the rule's own; the digest covers them.
  statistic: z.looseObject({ name: z.string() }).nullable(),
  decided: z.strictObject({ after: count, of: count, saved: z.int() }),
  candidate: arm,
  checkpoint: arm,
  cost: z.strictObject({ candidate: cost, checkpoint: cost }),
  tasks: z.array(z.strictObject({ case: z.string(), candidate: runs, checkpoint: runs })),
  digest: hash,
});

const RecordSchema = z.discriminatedUnion('format', [Format1, Format2]);

/** Where a workspace keeps the record of a gate. */
export const gateRecordFile = (directory: string, run: string, gate: number): string =>
  path.join(directory, 'gates', run, `gate-${String(gate).padStart(4, '0')}.json`);

/** A record as the text of its file: members in the order in which they were made, so that git diffs read well. */
export const gateRecordText = (record: unknown): string => `${JSON.stringify(record, null, 2)}\n`;

/** Reads a gate record's file, of this or an older format. @throws InputError when it is none. */
export async function readGateRecord(file: string): Promise<AnyGateRecord> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(`Expected a gate record (gates/<run>/gate-….json) at ${file}: ${why}.`, { cause: error });
  }
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (typeof format === 'number' && Number.isInteger(format) && format > 2) {
    throw new InputError(
      `${file} is a gate record of format ${String(format)}; this version of Espalier reads formats up to 2. Upgrade Espalier, or restore the file.`,
    );
  }
  const read = RecordSchema.safeParse(value);
  if (read.success) return value as AnyGateRecord; // the schema has checked every member
  throw new InputError(`${file} is no gate record of format 1 or 2: ${schemaComplaint(read.error)}.`);
}
