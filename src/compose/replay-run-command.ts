import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { EspalierError, InputError } from '../task/error.js';
import { runId } from '../task/ids.js';
import type { Isolation } from '../ports/sandbox.js';
import type { JournalEntry, RunRecord, RunStore, SealReport } from '../ports/store.js';
import { type DerivedRun, deriveRun } from '../replay/derive-run.js';
import { type Difference, firstDifference } from '../replay/first-difference.js';
import { gateRecords } from '../report/grow-result.js';
import { openStore } from '../store/open-store.js';
import { gateRecordFile } from './read-gate-record.js';
import { requireDerivable, withScratchRun } from './scratch-run.js';
import { storeFile } from './store-file.js';
import { openWorkspace, type Workspace, type WorkspaceOptions } from './workspace.js';

/** What `replay run` found. */
export interface ReplayedRunReport {
  readonly run: string;
  /** True when every transition, every row's seal and every gate file is as recorded. */
  readonly same: boolean;
  /** `null` when the store is too damaged to derive anything; `failure` then says why. */
  readonly derived: DerivedRun | null;
  readonly failure: string | null;
  readonly store: SealReport;
  readonly gateFiles: GateFiles;
  /** The level that harness code was rerun at; `null` when nothing was rerun. */
  readonly isolation: string | null;
}

/** The files under gates/, compared with the journal. */
export interface GateFiles {
  readonly same: number;
  readonly missing: readonly string[];
  readonly differ: readonly (Difference & { readonly file: string })[];
}

export interface ReplayRunRequest {
  readonly workspace: WorkspaceOptions;
  readonly run: string | undefined;
  /** Isolation of harness code. Default: the config's, else `auto`. */
  readonly sandbox?: 'auto' | Isolation;
  readonly signal?: AbortSignal;
  readonly onRun?: (run: RunRecord, transitions: number) => void;
  readonly onTransition?: (entry: JournalEntry, done: number, of: number) => void;
}

/**
 * Derives a whole run again from its journal and recorded replies, offline, and checks every row of the store and every gate file.
 * @throws InputError when there is no such run, or the workspace is not the one that it was made in.
 */
export async function replayRunCommand(request: ReplayRunRequest): Promise<ReplayedRunReport> {
  const workspace = await openWorkspace(request.workspace);
  try {
    const file = storeFile(workspace.directory);
    if (!existsSync(file))
      throw new InputError(`Expected a store at ${file}; there is none. Run espalier grow in this folder first.`);
    const store = openStore(file);
    try {
      return await replayIn(workspace, store, request);
    } finally {
      store.close();
    }
  } finally {
    await workspace.family.close?.();
  }
}

async function replayIn(workspace: Workspace, store: RunStore, request: ReplayRunRequest): Promise<ReplayedRunReport> {
  // First, so that damage is named whatever it does to what follows.
  const seals = store.checkSeals();
  let run = request.run ?? '';
  let derived: DerivedRun | null = null;
  let failure: string | null = null;
  let isolation: string | null = null;
  let gateFiles: GateFiles = { same: 0, missing: [], differ: [] };
  try {
    const record = runOf(store, request.run);
    run = record.id;
    const journal = store.journal(record.id);
    request.onRun?.(record, journal.length);
    gateFiles = await compareGateFiles(workspace.directory, record.id, journal);
    requireDerivable(record, journal);
    const signal = request.signal ?? new AbortController().signal;
    const { onTransition } = request;
    derived = await withScratchRun(workspace, store, record, signal, request.sandbox, (parts, level) => {
      isolation = level;
      return deriveRun({ ...parts, ...(onTransition ? { onTransition } : {}) });
    });
  } catch (error) {
    // A damaged row may be the reason; it is named in any case.
    if (seals.damaged.length === 0 || !(error instanceof EspalierError)) throw error;
    failure = error.message;
  }
  const same = derived?.divergence === null && seals.damaged.length === 0 && gateFiles.differ.length === 0;
  return { run, same, derived, failure, store: seals, gateFiles, isolation };
}

function runOf(store: RunStore, named: string | undefined): RunRecord {
  const runs = store.runs();
  const id = named === undefined ? runs.at(-1)?.id : runId(named);
  const record = id === undefined ? undefined : store.run(id);
  if (record) return record;
  throw new InputError(
    `Expected a run${named === undefined ? '' : `, got \`${named}\`, which is none`}. Runs: ${runs.map((one) => one.id).join(', ') || 'none'}.`,
  );
}

async function compareGateFiles(directory: string, run: string, journal: readonly JournalEntry[]): Promise<GateFiles> {
  const missing: string[] = [];
  const differ: GateFiles['differ'][number][] = [];
  let same = 0;
  for (const record of gateRecords(journal)) {
    const full = gateRecordFile(directory, run, record.gate);
    const file = path.relative(directory, full);
    if (!existsSync(full)) {
      missing.push(file);
      continue;
    }
    const found = differenceIn(await readFile(full, 'utf8'), record);
    if (found) differ.push({ file, ...found });
    else same += 1;
  }
  return { same, missing, differ };
}

function differenceIn(text: string, record: unknown): Difference | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { field: 'text', recorded: error.message, derived: 'a gate record' };
  }
  return firstDifference(value, record);
}
