import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { InputError } from '../task/error.js';
import { schemaComplaint } from '../task/schema-complaint.js';
import type { GateRecord } from '../ports/gate-record.js';

const share = z.number().min(0).max(1);

/** What a verdict is re-derived from. */
const RecordSchema = z.looseObject({
  format: z.literal(1),
  gate: z.int(),
  rule: z.enum(['paper', 'paired', 'off']),
  verdict: z.string(),
  minCoverage: share,
  storedCheckpoint: share,
  tasks: z.array(z.looseObject({ case: z.string(), candidate: share.nullable(), checkpoint: share.nullable() })),
});

/** Reads a gate record's file. @throws InputError when it is none. */
export async function readGateRecord(file: string): Promise<GateRecord> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(`Expected a gate record (gates/<run>/gate-….json) at ${file}: ${why}.`, { cause: error });
  }
  const read = RecordSchema.safeParse(value);
  if (read.success) return value as GateRecord; // the schema has checked all that is read here
  throw new InputError(`${file} is no gate record of format 1: ${schemaComplaint(read.error)}.`);
}
