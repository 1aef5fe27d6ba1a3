import type { ArmFigures } from '../ports/figures.js';
import { armFigures } from '../measure/arm-figures.js';
import { requireCoverage } from '../measure/coverage.js';
import { runArm } from './arm.js';
import type { GrowContext } from './context.js';
import { filesOf } from './files-of.js';
import { leakRules } from './leak-rules.js';
import type { LoopState } from './loop-state.js';
import { asJson, type Step } from './step.js';

/**
 * Phase 6: the seal of the test set is opened, journaled, and seed, baselines and the accepted harness are evaluated on it.
 * @throws BackendFault when an arm has too few results to be told; what was measured stays for the next sitting.
 */
export async function test(context: GrowContext, loop: LoopState): Promise<Step> {
  const { splits, seedFiles, baselines, store, run } = context;
  const { version } = loop.checkpoint.state;
  const cases = splits.test.open(
    { evaluation: `final of ${run}`, run, version, reason: 'final evaluation' },
    { opened: (opening) => store.putTestOpening(opening) },
  );
  const arm = async (
    files: Parameters<typeof runArm>[1],
    name: string,
    key: string = name,
  ): Promise<ArmFigures & { successes: readonly (number | null)[] }> => {
    const measured = await runArm(
      context,
      files,
      cases,
      { phase: 'test', ordinal: 0, arm: key },
      `${name} on the test set`,
    );
    requireCoverage(measured, {
      least: context.options.gateCoverage,
      arm: `The ${name === 'grown' ? 'grown harness' : name}`,
      cases: 'test tasks',
      then: 'go on with --resume',
    });
    return { ...armFigures(measured), successes: measured.map((one) => one.judged?.success ?? null) };
  };
  const seed = await arm(seedFiles, 'seed');
  const compared: (ArmFigures & { readonly name: string })[] = [];
  for (const [index, { name, files }] of baselines.entries()) {
    const key = index === 0 ? 'baseline' : `baseline-${String(index + 1)}`;
    compared.push({ name, ...(await arm(files, name, key)) });
  }
  const grownFiles = filesOf(context, version);
  const grown = await arm(grownFiles, 'grown');
  const leaks = context.editor.leaks(
    grownFiles,
    seedFiles,
    leakRules(context.bench.family, { test: cases }, { train: splits.train, gate: splits.gate, test: cases }),
  );
  return {
    kind: 'tested',
    body: asJson({
      split: splits.test.hash,
      cases: cases.map((item) => item.id),
      seed,
      baseline: compared[0] ?? null,
      baselines: compared,
      grown,
      leaks,
      version,
      commit: loop.checkpoint.commit,
    }),
    loop: { ...loop, next: { at: 'done' } },
  };
}
