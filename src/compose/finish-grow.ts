import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../task/error.js';
import { MANIFEST_FORMAT, type Manifest } from '../deploy/manifest.js';
import { type FrozenHarness, writeHarness } from '../deploy/harness-directory.js';
import { MANIFEST } from '../optimizer/recording.js';
import { writeRecording } from '../optimizer/write-recording.js';
import type { GrowContext } from '../grow/context.js';
import type { GrowEnd } from '../grow/grow.js';
import type { JournalEntry, RunRecord } from '../ports/store.js';
import { growResult, type GrowResult, type Priced } from '../report/grow-result.js';
import type { GrowRequest } from './grow-request.js';
import { modelInForce } from './open-model.js';
import { optimizerInForce } from './open-optimizer.js';
import type { Workspace } from './workspace.js';

interface Finish {
  readonly request: GrowRequest;
  readonly workspace: Workspace;
  readonly record: RunRecord;
  readonly context: GrowContext;
  readonly end: GrowEnd;
  readonly name: string;
  readonly model: string;
}

/** Writes the accepted harness and, if asked for, the recording; gives the result back. */
export async function finishGrow(finish: Finish): Promise<GrowResult> {
  const { request, workspace, record, context, end } = finish;
  const journal = context.store.journal(record.id);
  const spend = context.store.spent(record.id);
  const openings = context.store.testOpenings();
  const ref = `refs/heads/espalier/${record.id}`;
  const priced = pricesOf(request, workspace);
  const { loop } = end;
  const { record: kept } = request;
  const keep = async (): Promise<void> => {
    if (kept) await keepRecording(path.resolve(workspace.directory, kept.directory), recordingOf(journal, kept.model));
  };
  if (end.kind !== 'done' || !loop) {
    await keep();
    const hash = loop?.checkpoint.state.version ?? '';
    return growResult(record, journal, spend, priced, { ref, path: null, hash }, openings);
  }
  const { version } = loop.checkpoint.state;
  if (request.writes === false) {
    await keep();
    return growResult(record, journal, spend, priced, { ref, path: null, hash: version }, openings);
  }
  const folder = `harnesses/${finish.name}`;
  const result = growResult(record, journal, spend, priced, { ref, path: folder, hash: version }, openings);
  const files = context.store.files(version);
  if (!files) throw new Error(`The store has no source of version ${version}, which the journal names.`);
  const harness = {
    files,
    manifest: manifestOf(finish, result, Object.keys(files)),
    dts: workspace.family.interface.dts,
  };
  const written = await writeBeside(finish, harness, result.differs);
  await keep();
  return { ...result, harness: { ...result.harness, path: written } };
}

/** Into `harnesses/<name>`, or beside it when files of a person's own have come there while the run went on. */
async function writeBeside(finish: Finish, harness: FrozenHarness, differs: boolean): Promise<string> {
  const { request, workspace, record, context, name } = finish;
  const beside = record.id.startsWith(`${name}-`) ? record.id : `${name}-${record.id}`;
  const all = [name, beside].map((folder) => path.join(workspace.directory, 'harnesses', folder));
  // A run that grew nothing does not take the place of a harness that an earlier one grew.
  const folders = differs || !existsSync(all[0] ?? '') ? all : all.slice(1);
  const taken = await writeHarness(folders, harness, (files) => context.editor.version(files));
  const written = `harnesses/${path.basename(taken)}`;
  if (taken !== all[0]) {
    const why = differs ? 'holds files that are not of a grown harness' : 'holds a harness, and this run grew none';
    request.onEvent?.({ kind: 'notice', message: `harnesses/${name} ${why}, so it stays; this one is in ${written}.` });
  }
  return written;
}

/** Whether this sitting knows what calls cost. */
export function pricesOf(request: GrowRequest, { config }: Workspace): Priced {
  const optimizer = optimizerInForce(config.optimizer, request.optimizer);
  const price = optimizer.name.startsWith('command:') ? optimizer.priceUsdPerCall : optimizer.price;
  return {
    model: modelInForce(config.model, request.model).price !== undefined,
    optimizer: price !== undefined,
  };
}

/** @throws InputError when the folder for a recording is there and holds something. */
export async function checkRecordingFolder(directory: string): Promise<void> {
  if (!existsSync(directory) || (await readdir(directory)).length === 0) return;
  throw new InputError(`${directory} is not empty: name a new folder for the recording, or remove this one.`);
}

/** Writes the recording, also in place of an earlier part of it; anything else in the folder stays, and is an error. */
async function keepRecording(directory: string, recording: Parameters<typeof writeRecording>[1]): Promise<void> {
  const fresh = `${directory}.${String(process.pid)}.new`;
  await rm(fresh, { recursive: true, force: true });
  try {
    await writeRecording(fresh, recording);
    for (const name of existsSync(directory) ? await readdir(directory) : []) {
      const [was, is] = [path.join(directory, name), path.join(fresh, name)];
      // The manifest of an earlier part names fewer replies.
      const same = existsSync(is) && (name === MANIFEST || (await readFile(was)).equals(await readFile(is)));
      if (same) continue;
      throw new InputError(
        `${was} is no part of this run's recording. The run itself is kept: go on with --resume and another folder.`,
      );
    }
    await rm(directory, { recursive: true, force: true });
    await rename(fresh, directory);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function manifestOf(finish: Finish, result: GrowResult, files: readonly string[]): Manifest {
  const { workspace, record, end, name, model } = finish;
  const checkpoint = end.loop?.checkpoint;
  const grown = result.test.grown;
  return {
    format: MANIFEST_FORMAT,
    name,
    family: workspace.family.name,
    version: result.harness.hash,
    interfaceHash: workspace.family.interface.hash,
    run: record.id,
    commit: checkpoint?.commit ?? '',
    isolation: record.isolation,
    success: workspace.success,
    model,
    gate: { number: checkpoint?.gate ?? 0, success: checkpoint?.success ?? 0 },
    test: grown && { success: grown.success, low: grown.low, high: grown.high, n: grown.n },
    modelCallsPerTask: grown?.modelCallsPerTask ?? null,
    files: [...files].sort(),
  };
}

/** The optimizer's replies of a run, verbatim. */
export function recordingOf(journal: readonly JournalEntry[], model: string): Parameters<typeof writeRecording>[1] {
  const first = journal[0];
  const replies = journal
    .filter((entry) => entry.kind === 'proposed')
    .map((entry) => {
      // What phase 2 journaled.
      const body = entry.body as {
        proposal: number;
        reply: string;
        promptHash: string;
        finish: 'complete' | 'truncated';
      };
      return {
        ordinal: body.proposal,
        text: body.reply,
        promptHash: body.promptHash,
        ...(body.finish === 'truncated' ? { finish: 'truncated' as const } : {}),
      };
    });
  return { model, date: new Date(first?.at ?? 0).toISOString().slice(0, 10), replies };
}
