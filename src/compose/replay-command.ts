import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../task/error.js';
import type { AnyGateRecord } from '../ports/gate-record.js';
import { checkRecord, NEEDS_STORE } from '../replay/check-record.js';
import type { Difference } from '../replay/first-difference.js';
import { rederive } from '../replay/gate-verdict.js';
import { replayGate, type ReplayedGate } from '../replay/replay-gate.js';
import type { Isolation } from '../ports/sandbox.js';
import { gateRecords } from '../report/grow-result.js';
import { withRun } from './open-run.js';
import { gateRecordFile, readGateRecord } from './read-gate-record.js';
import { withScratchRun } from './scratch-run.js';
import { storeFile } from './store-file.js';
import { openWorkspace, type WorkspaceOptions } from './workspace.js';

/** Replays one gate of a run with its store: the verdict re-derived, both arms run again offline, then the whole transition. */
export async function replayGateCommand(
  options: WorkspaceOptions,
  run: string | undefined,
  gate: number,
  signal: AbortSignal = new AbortController().signal,
  level?: 'auto' | Isolation,
): Promise<ReplayedGate & { readonly isolation: string }> {
  const workspace = await openWorkspace(options);
  const { family } = workspace;
  try {
    return await withRun(workspace.directory, run, async (store, record) => {
      const gateRecord = gateOf(gateRecords(store.journal(record.id)), gate, record.id);
      return withScratchRun(workspace, store, record, signal, level, async (parts, isolation) => ({
        ...(await replayGate(parts, gateRecord)),
        isolation,
      }));
    });
  } finally {
    await family.close?.();
  }
}

/** What a record says by itself, without a store. */
export interface RederivedFile {
  readonly gate: number;
  readonly recorded: string;
  readonly derived: string;
  readonly reason: string;
  readonly file: string;
  /** Members that do not follow from the record's own outcomes. */
  readonly record: readonly Difference[];
  /** What only a store can check. */
  readonly notRerun: readonly string[];
}

/** Re-derives a verdict, and all figures that follow from outcomes, from a gate record's file alone. @throws InputError when it is none. */
export async function rederiveFile(file: string, gate: number): Promise<RederivedFile> {
  const record = await recordOf(file, gate);
  const said = rederive(record);
  return {
    gate: record.gate,
    recorded: record.verdict,
    derived: said.kind === 'decided' ? said.decision.verdict : 'open',
    reason: said.kind === 'decided' ? said.decision.reason : said.reason,
    file,
    record: checkRecord(record),
    notRerun: NEEDS_STORE,
  };
}

/** @throws InputError when the file is of another gate. */
export async function recordOf(file: string, gate: number): Promise<AnyGateRecord> {
  const record = await readGateRecord(file);
  if (record.gate === gate) return record;
  throw new InputError(`Expected the record of gate ${String(gate)} in ${file}; it is of gate ${String(record.gate)}.`);
}

/**
 * The record's file to go by where a workspace has no store (it is not kept in git); `undefined` where there is a store.
 * @throws InputError when there is neither.
 */
export async function recordWithoutStore(
  directory: string,
  run: string | undefined,
  gate: number,
): Promise<string | undefined> {
  if (existsSync(storeFile(directory))) return undefined;
  const folder = path.join(directory, 'gates');
  const runs = existsSync(folder) ? await readdir(folder) : [];
  const found = (run === undefined ? runs : [run])
    .map((name) => gateRecordFile(directory, name, gate))
    .filter((file) => existsSync(file));
  const [file, second] = found;
  if (file !== undefined && second === undefined) return file;
  throw new InputError(
    file === undefined
      ? `Expected a store at ${storeFile(directory)} or a record of gate ${String(gate)} under ${folder}; there is neither. Run espalier grow in this folder first, or name a record with --record.`
      : `There is no store, and ${String(found.length)} runs have a record of gate ${String(gate)}. Name one with --run (${runs.join(', ')}).`,
  );
}

/** @throws InputError listing the gates that there are. */
export function gateOf(records: readonly AnyGateRecord[], gate: number, run: string): AnyGateRecord {
  const record = records.find((one) => one.gate === gate);
  if (!record) {
    throw new InputError(
      `Run ${run} has no gate ${String(gate)}. Gates: ${records.map((one) => String(one.gate)).join(', ') || 'none yet'}.`,
    );
  }
  return record;
}
