import { InputError } from '../task/error.js';
import { openEditor } from '../editor/open-editor.js';
import { WarmVersions } from '../measure/warm-versions.js';
import type { GateRecord } from '../ports/gate-record.js';
import type { Isolation } from '../ports/sandbox.js';
import { rederive, replayGate, type ReplayedGate } from '../replay/replay-gate.js';
import { gateRecords } from '../report/grow-result.js';
import { withRun } from './open-run.js';
import { readGateRecord } from './read-gate-record.js';
import { readBinding } from './run-options.js';
import { defaultConcurrency } from './settings.js';
import { openWorkspace, type WorkspaceOptions } from './workspace.js';
import { workspaceSandbox } from './workspace-sandbox.js';

/** Replays one gate of a run with its store: the verdict re-derived, the runs reproduced offline. */
export async function replayGateCommand(
  options: WorkspaceOptions,
  run: string | undefined,
  gate: number,
  level?: 'auto' | Isolation,
): Promise<ReplayedGate & { readonly isolation: string }> {
  const workspace = await openWorkspace(options);
  const { family } = workspace;
  try {
    return await withRun(workspace.directory, run, async (store, record) => {
      const journal = store.journal(record.id);
      const gateRecord = gateOf(gateRecords(journal), gate, record.id);
      const binding = readBinding(record);
      if (binding.interface !== family.interface.hash) {
        throw new InputError(
          `Run ${record.id} was made with another interface of family "${family.name}"; its versions cannot be linked against this one.`,
        );
      }
      const { limits } = binding.settings;
      const sandbox = await workspaceSandbox(workspace.config, level, limits);
      try {
        const editor = openEditor(family.interface);
        const replayed = await replayGate(
          {
            store,
            sandbox,
            warm: new WarmVersions(sandbox, editor),
            limits,
            tools: Object.keys(family.interface.schemas.tools),
            success: binding.success,
            concurrency: defaultConcurrency('none'),
          },
          gateRecord,
        );
        return { ...replayed, isolation: sandbox.isolation };
      } finally {
        await sandbox.close();
      }
    });
  } finally {
    await family.close?.();
  }
}

/** Re-derives a verdict from a gate record's file alone. @throws InputError when it is none. */
export async function rederiveFile(
  file: string,
  gate: number,
): Promise<{ readonly gate: number; readonly recorded: string; readonly derived: string; readonly reason: string }> {
  const record = await readGateRecord(file);
  if (record.gate !== gate)
    throw new InputError(
      `Expected the record of gate ${String(gate)} in ${file}; it is of gate ${String(record.gate)}.`,
    );
  const { verdict, reason } = rederive(record);
  return { gate: record.gate, recorded: record.verdict, derived: verdict, reason };
}

/** @throws InputError listing the gates that there are. */
export function gateOf(records: readonly GateRecord[], gate: number, run: string): GateRecord {
  const record = records.find((one) => one.gate === gate);
  if (!record) {
    throw new InputError(
      `Run ${run} has no gate ${String(gate)}. Gates: ${records.map((one) => String(one.gate)).join(', ') || 'none yet'}.`,
    );
  }
  return record;
}
