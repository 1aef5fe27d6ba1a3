import path from 'node:path';
import { InputError } from '../task/error.js';
import { runId, type VersionId } from '../task/ids.js';
import type { GrowOptions } from '../grow/options.js';
import { holdsOtherWork } from '../deploy/harness-directory.js';
import type { Editor } from '../ports/editor.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { Sandbox } from '../ports/sandbox.js';
import type { RunRecord, RunStore } from '../ports/store.js';
import { checkRecordingFolder } from './finish-grow.js';
import type { GrowRequest } from './grow-request.js';
import { bindingJson, checkBinding, hasOldGates, readBinding, type RunBinding } from './run-options.js';
import type { Workspace } from './workspace.js';

/** What a run is made from, read and checked. */
export interface ReadyRun {
  readonly name: string;
  readonly binding: RunBinding;
  readonly editor: Editor;
  /** The harnesses that it begins with, seed and baseline, to be kept with the run: their folders may change later. */
  readonly begins: readonly { readonly version: VersionId; readonly files: HarnessFiles }[];
}

/**
 * The run to sit for: a new one, written to the store, or the one to go on with, bound to what it began with.
 * @throws InputError when it cannot be, naming what is in the way.
 */
export async function findRun(
  request: GrowRequest,
  workspace: Workspace,
  store: RunStore,
  ready: ReadyRun,
  isolation: Sandbox['isolation'],
): Promise<RunRecord> {
  if (request.resume === true) {
    const runs = store.runs();
    // A complete run may have been stopped before its harness was written: going on with it writes it.
    const last = runs.findLast((run) => run.lastKind !== 'tested') ?? runs.at(-1);
    const id = request.run === undefined ? last?.id : runId(request.run);
    const record = id === undefined ? undefined : store.run(id);
    if (!record) {
      const known = runs.map((run) => run.id);
      throw new InputError(
        `Expected a run to resume${id === undefined ? '' : `, got ${id}, which is none`}. Runs: ${known.join(', ') || 'none'}.`,
      );
    }
    if (hasOldGates(record) && runs.find((run) => run.id === record.id)?.lastKind !== 'tested') {
      throw new InputError(
        `Run ${record.id} was begun by a version of Espalier whose gates ran each task once, and cannot be gone on with here: its later gates would decide by another rule. Resume it with the version that began it, or start a new run.`,
      );
    }
    // Options are the run's own: what they were when it began.
    const began = readBinding(record);
    checkBinding(record.id, began, { ...ready.binding, grow: began.grow });
    const given = Object.entries(request.options ?? {}).filter(([, value]) => value !== undefined);
    for (const [option, value] of given) {
      const kept: unknown = began.grow[option as keyof GrowOptions]; // request.options has the options' names
      if (value === kept) continue;
      const message = `${option} stays ${JSON.stringify(kept)}: a resumed run keeps the options that it began with.`;
      request.onEvent?.({ kind: 'notice', message });
    }
    await checkTargets(request, workspace.directory, began.name, ready.editor);
    return record;
  }
  await checkTargets(request, workspace.directory, ready.name, ready.editor);
  const startedAt = request.startedAt ?? Date.now();
  const id =
    request.run ??
    `${ready.name}-${new Date(startedAt).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)}`;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id) || id.endsWith('.lock') || id.includes('..')) {
    throw new InputError(
      `Expected a run name of letters, digits, dots, dashes and underscores, got \`${id}\`. It names a git branch.`,
    );
  }
  const record: RunRecord = {
    id: runId(id),
    startedAt,
    family: workspace.family.name,
    isolation,
    options: bindingJson(ready.binding),
  };
  store.createRun(record, ready.begins);
  return record;
}

/** @throws InputError when what grow writes at its end would replace a person's own work. */
async function checkTargets(request: GrowRequest, directory: string, name: string, editor: Editor): Promise<void> {
  if (await holdsOtherWork(path.join(directory, 'harnesses', name), (files) => editor.version(files))) {
    throw new InputError(
      `harnesses/${name} holds work that no manifest knows, and grow would replace it. Move it away, or choose another name with --name.`,
    );
  }
  if (request.record && request.resume !== true) {
    await checkRecordingFolder(path.resolve(directory, request.record.directory));
  }
}
