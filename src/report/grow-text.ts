import type { Colors } from './colors.js';
import type { RunRecord } from '../ports/store.js';
import type { TestEvaluations } from '../task/sealed-cases.js';
import type { Arm, GrowResult } from './grow-result.js';
import { dollars, percent, plural, withInterval } from './numbers.js';
import { table } from './table.js';

/** The table of arms and where to look next: how a run of `grow` ends for a person, on a screen of `columns` characters. */
export function growText(result: GrowResult, colors: Colors, columns = 160): string {
  const arms: readonly (readonly [string, Arm | null])[] = [
    ['seed', result.test.seed],
    ...baselinesOf(result),
    ['grown', result.test.grown],
  ];
  const present = arms.flatMap(([name, arm]): (readonly [string, Arm])[] => (arm ? [[name, arm]] : []));
  const lines: string[] = [];
  if (present.length > 0) {
    lines.push(armTable(present, 'test', columns), ...armNotes(present).map((note) => colors.yellow(note)), '');
    lines.push(`${evaluationsText(result.testEvaluations)}.`);
  }
  const { spend } = result;
  const gates = result.gates.length;
  lines.push(
    `${plural(result.steps, 'step')}, ${plural(gates, 'gate')}, ${plural(result.rollbacks, 'rollback')}; spent ${plural(spend.modelCalls, 'model call')} (${dollars(spend.modelUsd)}), ` +
      `${plural(spend.optimizerCalls, 'optimizer call')} (${dollars(spend.optimizerUsd)}); isolation ${result.isolation}.`,
  );
  if (result.testLeaks !== null && result.testLeaks.length > 0) {
    const places = result.testLeaks.map((leak) => `  ${leak.at ?? ''} ${leak.message}`);
    lines.push('', colors.red(`The grown code holds texts of ${plural(places.length, 'test case')}:`), ...places);
  }
  if (result.harness.path === null) lines.push(...soFar(result));
  else {
    const branch = branchOf(result);
    if (!result.differs) lines.push('', colors.yellow(seedStays(result)));
    lines.push(
      '',
      `Harness    ${colors.bold(result.harness.path)}  ${colors.dim(result.harness.hash.slice(0, 12))}`,
      `History    git log --stat ${branch}`,
      `Diff       npx espalier diff ${branch}/gate-0 ${result.harness.path}`,
      `Gates      npx espalier gates --run ${result.run}`,
    );
  }
  return lines.join('\n');
}

/** How often the test split was evaluated: once is what it is for; more is marked. */
export function evaluationsText({ own, all, openings }: TestEvaluations): string {
  const resumed = openings > own ? `, read ${plural(openings, 'time')} (an evaluation was stopped and resumed)` : '';
  const others = all > own ? `; ${String(all)} of this split in this workspace` : '';
  return `Test split evaluated ${plural(own, 'time')}${resumed}${others}`;
}

/** By name; journals of older versions have one without. */
function baselinesOf({ test }: GrowResult): readonly (readonly [string, Arm | null])[] {
  const named = test.baselines ?? [];
  return named.length === 0 ? [['baseline', test.baseline]] : named.map((arm) => [arm.name, arm]);
}

/** Where a run stands that was stopped before its test. */
function soFar(result: GrowResult): readonly string[] {
  if (result.harness.hash === '') return ['', 'Nothing is measured yet.'];
  const checkpoint = result.gates.findLast((gate) => gate.verdict === 'accept');
  const standing = checkpoint
    ? `checkpoint ${String(checkpoint.n)}${checkpoint.candidate === null ? '' : `, ${percent(checkpoint.candidate)} of the gate tasks`}`
    : 'the seed; no gate has passed yet';
  return [
    '',
    `So far     ${standing}; not yet measured on the test set`,
    `History    git log --stat ${branchOf(result)}`,
  ];
}

function seedStays(result: GrowResult): string {
  const why =
    result.accepted === 0
      ? 'No edit set was accepted'
      : `${plural(result.accepted, 'edit set')} passed the window, but none its gate`;
  return `${why}: the harness is the seed, unchanged.`;
}

const branchOf = (result: GrowResult): string => result.harness.ref.replace('refs/heads/', '');

/** What begins: run, family, models. */
export function runLine(run: RunRecord): string {
  const { model, optimizer } = run.options as { readonly model?: string; readonly optimizer?: string }; // what `grow` wrote
  return `${run.id} · family ${run.family} · model ${model ?? '?'} · optimizer ${optimizer ?? '?'}`;
}

/** Success with intervals and what a task costs, one row an arm; with shorter heads where the table is wider than `columns`. */
export function armTable(arms: readonly (readonly [string, Arm])[], title = 'test', columns = 160): string {
  const rows = arms.map(([name, arm]) => [
    name,
    withInterval(arm),
    String(arm.n),
    arm.modelCallsPerTask.toFixed(2),
    arm.tokensPerTask.toFixed(0),
    dollars(arm.costUsdPerTask),
  ]);
  const whole = table([title, 'success [95%]', 'n', 'model calls/task', 'tokens/task', 'cost/task'], rows);
  if (Math.max(...whole.split('\n').map((line) => line.length)) <= columns) return whole;
  return `${table([title, 'success [95%]', 'n', 'calls', 'tokens', 'cost'], rows)}\nModel calls, tokens and cost of a task, on average.`;
}

/** What a reader has to know beside the table: arms whose model could not serve them, with the reason. */
export function armNotes(arms: readonly (readonly [string, Arm])[]): readonly string[] {
  return arms.flatMap(([name, { modelRefused, n, missing }]) =>
    modelRefused === undefined
      ? []
      : [
          `${name} needs a model that serves its calls: in ${String(modelRefused.runs)} of ${plural(n + missing, 'run')} one was refused. ${modelRefused.message}`,
        ],
  );
}
