import { initialState } from '../curriculum/state.js';
import { armFigures } from '../measure/arm-figures.js';
import { requireCoverage } from '../measure/coverage.js';
import { runArm } from './arm.js';
import type { GrowContext } from './context.js';
import type { LoopState } from './loop-state.js';
import { asJson, type Step } from './step.js';

/** Phase 0: the seed is measured on the gate set and becomes checkpoint 0. */
export async function measureSeed(context: GrowContext, ordinal: number): Promise<Step> {
  const { editor, seedFiles, splits, options } = context;
  const version = editor.version(seedFiles);
  const measured = await runArm(
    context,
    seedFiles,
    splits.gate,
    { phase: 'gate', ordinal: 0, arm: 'candidate' },
    'seed on the gate set',
  );
  // Every later gate is compared with this score.
  requireCoverage(measured, {
    least: options.gateCoverage,
    arm: 'The seed',
    cases: 'gate tasks',
    then: 'go on with --resume',
  });
  const figures = armFigures(measured);
  const commit = await context.versions.commit({
    files: seedFiles,
    subject: `Seed harness of family ${context.bench.family.name}`,
    body: 'The strategy-free start of a run of `espalier grow`.',
    trailers: [
      ['Espalier-Run', context.run],
      ['Espalier-Version', version],
    ],
    dateSeconds: Math.floor(context.startedAt / 1000) + ordinal,
  });
  const state = initialState(version);
  const loop: LoopState = {
    grow: state,
    checkpoint: { state, commit, success: figures.success, gate: 0 },
    head: commit,
    sinceGate: 0,
    changed: [],
    sequence: [],
    step: 0,
    proposals: 0,
    gates: 0,
    rollbacksInARow: 0,
    rollbacks: 0,
    windowsSetAside: 0,
    rejections: [],
    tags: { 'gate-0': commit },
    next: { at: 'collect' },
  };
  const tasks = measured.map((one) => ({
    case: one.item.id,
    candidate: one.judged?.success ?? null,
    trace: one.trace,
  }));
  return {
    kind: 'seed-measured',
    body: asJson({ gate: 0, rule: options.gate, candidate: figures, commit, version, tasks }),
    loop,
    runs: measured.length,
    versions: [{ version, files: seedFiles }],
  };
}
