import { z } from 'zod';
import type { LevelProbe } from './probe-level.js';
import type { FoundWrappers } from './wrappers.js';
import type { Isolation } from '../ports/sandbox.js';

/** What is known of this machine since it started. */
export interface MachineRecord {
  readonly found: FoundWrappers;
  readonly probes: Readonly<Partial<Record<Isolation, LevelProbe>>>;
}

/** Changes with the form of what is kept. */
const FORMAT = 2;

const level = z.enum(['full', 'portable']);
const fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('not-linux') }),
  z.strictObject({ kind: z.literal('not-installed') }),
  z.strictObject({ kind: z.literal('does-not-start'), output: z.string() }),
]);
const found: z.ZodType<FoundWrappers> = z.strictObject({
  wrappers: z.strictObject({
    setpriv: z.string().exactOptional(),
    prlimit: z.string().exactOptional(),
    bwrap: z
      .strictObject({ path: z.string(), libraries: z.array(z.string()), disablesUserNamespaces: z.boolean() })
      .exactOptional(),
    unprivileged: z.array(level).exactOptional(),
  }),
  faults: z.strictObject({
    setpriv: fault.exactOptional(),
    prlimit: fault.exactOptional(),
    bwrap: fault.exactOptional(),
  }),
  staysRoot: z.strictObject({ full: z.string().exactOptional(), portable: z.string().exactOptional() }).exactOptional(),
});
const layer = z.strictObject({
  name: z.string(),
  state: z.enum(['holds', 'open', 'absent']),
  needed: z.boolean(),
  detail: z.string(),
  fix: z.string().exactOptional(),
});
const probe = z.strictObject({ level, holds: z.boolean(), layers: z.array(layer) });
const file = z.strictObject({
  format: z.literal(FORMAT),
  key: z.string(),
  found,
  probes: z.strictObject({ full: probe.exactOptional(), portable: probe.exactOptional() }),
});

/** The record as text; `key` names the machine, its start and its programs. */
export const recordText = (key: string, record: MachineRecord): string =>
  JSON.stringify({ format: FORMAT, key, ...record });

/** Reads such a text; `undefined` for one of another form or of another key. @throws SyntaxError when it is no JSON. */
export function readRecord(text: string, key: string): MachineRecord | undefined {
  const read = file.safeParse(JSON.parse(text));
  return read.success && read.data.key === key ? { found: read.data.found, probes: read.data.probes } : undefined;
}
