import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growCommand } from '../../src/compose/grow-command.js';
import type { GrowReport } from '../../src/compose/grow-request.js';
import { storeFile } from '../../src/compose/store-file.js';
import { rederiveFile, replayGateCommand } from '../../src/compose/replay-command.js';
import { ManifestSchema } from '../../src/deploy/manifest.js';
import type { GateRecord } from '../../src/ports/gate-record.js';
import type { JournalEntry } from '../../src/ports/store.js';
import { openStore } from '../../src/store/open-store.js';
import { runId } from '../../src/task/ids.js';
import { HARMFUL_MARK } from '../fixtures/toy-family.js';
import { toyWorkspace } from '../fixtures/toy-workspace.js';
import { makeDirty, type TemporaryRepository, userState } from '../unit/versions/temporary-repository.js';

let workspace: TemporaryRepository;
let report: GrowReport;
let journal: readonly JournalEntry[];
let before: Readonly<Record<string, string>>;
let after: Readonly<Record<string, string>>;

beforeAll(async () => {
  workspace = await toyWorkspace();
  makeDirty(workspace);
  before = userState(workspace);
  report = await growCommand({ workspace: { directory: workspace.path }, run: 'toy', startedAt: 1_790_000_000_000 });
  after = userState(workspace);
  const store = openStore(storeFile(workspace.path));
  journal = store.journal(runId('toy'));
  store.close();
}, 60_000);
afterAll(() => {
  workspace.remove();
});

const gateFile = (gate: number): string => join(workspace.path, 'gates', 'toy', `gate-000${String(gate)}.json`);

describe('a harmful edit set, recorded', () => {
  it('is rolled back by the gate to the checkpoint, hash for hash', () => {
    const at = journal.findIndex((entry) => entry.kind === 'rolled-back');
    const checkpoint = journal.slice(0, at).findLast((entry) => entry.kind === 'checkpoint');
    expect(at).toBeGreaterThan(0);
    expect(journal[at]?.stateHash).toBe(checkpoint?.stateHash);
    expect(journal[at - 1]?.kind).toBe('accepted');
    expect(journal[at - 1]?.stateHash).not.toBe(checkpoint?.stateHash);
    const record = JSON.parse(readFileSync(gateFile(3), 'utf8')) as GateRecord; // written by the run above
    expect(record).toEqual(journal[at]?.body);
    expect(record).toMatchObject({ verdict: 'roll-back', rejectedTag: 'rejected/1' });
    expect(record.stateAfter).toBe(record.checkpointState);
    // A deterministic model's gate ends as soon as it is decided, so some tasks have no run of the candidate.
    const outcomes = record.tasks.map((task) => [task.candidate.successes[0], task.checkpoint.successes[0]] as const);
    const run = outcomes.filter(([candidate]) => candidate !== undefined);
    expect(outcomes.length - run.length).toBe(record.decided.saved);
    const lost = run.filter(([candidate, checkpoint]) => candidate === 0 && checkpoint === 1);
    const won = run.filter(([candidate, checkpoint]) => candidate === 1 && checkpoint === 0);
    expect([lost.length, won.length]).toEqual([2, 0]);
    // Had the candidate solved all of the others, it would still be lower.
    const open = outcomes.filter(([candidate, checkpoint]) => candidate === undefined && checkpoint === 0);
    expect(won.length + open.length).toBeLessThan(lost.length);
  });

  it('stays readable under its ref, and nowhere else', () => {
    expect(workspace.git('show', 'espalier/toy/rejected/1')).toContain(HARMFUL_MARK);
    expect(workspace.git('show', 'espalier/toy:main.ts')).not.toContain(HARMFUL_MARK);
    expect(readFileSync(join(workspace.path, 'harnesses', 'toy', 'main.ts'), 'utf8')).not.toContain(HARMFUL_MARK);
  });

  it('is reproduced offline, in both arms', async () => {
    const replayed = await replayGateCommand({ directory: workspace.path }, 'toy', 3);
    expect(replayed).toMatchObject({
      recorded: 'roll-back',
      derived: 'roll-back',
      // All six of the checkpoint; of the candidate's until nothing could change the verdict.
      runs: 10,
      reproduced: 10,
      differences: [],
    });
    expect(await rederiveFile(gateFile(3), 3)).toMatchObject({ gate: 3, recorded: 'roll-back', derived: 'roll-back' });
  });

  it('does not keep the run from ending with a better harness', () => {
    expect(report.end.kind).toBe('done');
    expect(report.result).toMatchObject({ run: 'toy', status: 'done', rollbacks: 1 });
    expect(report.result.gates.map((gate) => gate.verdict)).toEqual(['accept', 'accept', 'roll-back', 'accept']);
    expect(report.result.test.seed?.success).toBe(0);
    expect(report.result.test.grown?.success).toBeCloseTo(5 / 6, 10);
    const manifest = ManifestSchema.parse(
      JSON.parse(readFileSync(join(workspace.path, 'harnesses', 'toy', 'manifest.json'), 'utf8')),
    );
    expect(manifest.version).toBe(report.result.harness.hash);
    expect(manifest.commit).toBe(workspace.git('rev-parse', 'espalier/toy').trim());
    expect(manifest.gate).toEqual({ number: 4, success: 1 });
  });

  it("leaves the user's branch, index and files as they were", () => {
    const ours = /^(?:traces|gates|harnesses)\//;
    const kept = Object.fromEntries(Object.entries(after).filter(([file]) => !ours.test(file)));
    expect(kept).toEqual(before);
  });
});

describe('a complete run', () => {
  it('is what a second run from the recording comes to, state by state', async () => {
    const again = await growCommand({
      workspace: { directory: workspace.path },
      run: 'again',
      startedAt: 1_790_000_000_000,
    });
    const store = openStore(storeFile(workspace.path));
    const second = store.journal(runId('again'));
    store.close();
    expect(second.map((entry) => entry.stateHash)).toEqual(journal.map((entry) => entry.stateHash));
    expect(second.map((entry) => entry.kind)).toEqual(journal.map((entry) => entry.kind));
    expect(again.result.gates).toEqual(report.result.gates);
    expect(again.result.harness.hash).toBe(report.result.harness.hash);
    expect(workspace.git('rev-parse', 'espalier/again^{tree}')).toBe(workspace.git('rev-parse', 'espalier/toy^{tree}'));
  });

  it('is written again when it is resumed, and changes nothing', async () => {
    const resumed = await growCommand({ workspace: { directory: workspace.path }, run: 'toy', resume: true });
    // The second run evaluated the same split; nothing else changes.
    expect(resumed.result).toEqual({ ...report.result, testEvaluations: { own: 1, all: 2, openings: 1 } });
  });
});
