import path from 'node:path';
import { MANIFEST_FORMAT, type Manifest } from '../deploy/manifest.js';
import { writeHarness } from '../deploy/harness-directory.js';
import { writeRecording } from '../optimizer/write-recording.js';
import type { GrowContext } from '../grow/context.js';
import type { GrowEnd } from '../grow/grow.js';
import type { JournalEntry, RunRecord } from '../ports/store.js';
import { growResult, type GrowResult } from '../report/grow-result.js';
import type { GrowRequest } from './grow-command.js';
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
  if (request.record) await writeRecording(path.resolve(workspace.directory, request.record.directory), recordingOf(journal, request.record.model));
  const spend = context.store.spent(record.id);
  const ref = `refs/heads/espalier/${record.id}`;
  const { loop } = end;
  if (end.kind !== 'done' || !loop) {
    return growResult(record, journal, spend, { ref, path: null, hash: loop?.checkpoint.state.version ?? '' });
  }
  const { version } = loop.checkpoint.state;
  const result = growResult(record, journal, spend, { ref, path: `harnesses/${finish.name}`, hash: version });
  const files = context.store.files(version);
  if (!files) throw new Error(`The store has no source of version ${version}, which the journal names.`);
  await writeHarness(path.join(workspace.directory, 'harnesses', finish.name), files, manifestOf(finish, result, Object.keys(files)), workspace.family.interface.dts);
  return result;
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
    modelCallsPerTask: grown && grown.modelCallsPerTask,
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
      const body = entry.body as { proposal: number; reply: string; promptHash: string; finish: 'complete' | 'truncated' };
      return {
        ordinal: body.proposal,
        text: body.reply,
        promptHash: body.promptHash,
        ...(body.finish === 'truncated' ? { finish: 'truncated' as const } : {}),
      };
    });
  return { model, date: new Date(first?.at ?? 0).toISOString().slice(0, 10), replies };
}
