import type { Colors } from './colors.js';
import type { Arm, GrowResult } from './grow-result.js';
import { dollars, plural, withInterval } from './numbers.js';
import { table } from './table.js';

/** The table of arms and where to look next: how a run of `grow` ends for a person. */
export function growText(result: GrowResult, colors: Colors): string {
  const arms: readonly (readonly [string, Arm | null])[] = [
    ['seed', result.test.seed],
    ['baseline', result.test.baseline],
    ['grown', result.test.grown],
  ];
  const present = arms.flatMap(([name, arm]): (readonly [string, Arm])[] => (arm ? [[name, arm]] : []));
  const lines: string[] = [];
  if (present.length > 0) lines.push(armTable(present), '');
  const { spend } = result;
  const gates = result.gates.length;
  lines.push(
    `${plural(result.steps, 'step')}, ${plural(gates, 'gate')}, ${plural(result.rollbacks, 'rollback')}; spent ${plural(spend.modelCalls, 'model call')}, ` +
      `${plural(spend.optimizerCalls, 'optimizer call')}, ${dollars(spend.costUsd)}; isolation ${result.isolation}.`,
  );
  if (result.harness.path !== null) {
    const branch = result.harness.ref.replace('refs/heads/', '');
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

/** Success with intervals and what a task costs, one row an arm. */
export function armTable(arms: readonly (readonly [string, Arm])[]): string {
  return table(
    ['test', 'success [95%]', 'n', 'model calls/task', 'tokens/task', 'cost/task'],
    arms.map(([name, arm]) => [
      name,
      withInterval(arm),
      String(arm.n),
      arm.modelCallsPerTask.toFixed(2),
      arm.tokensPerTask.toFixed(0),
      dollars(arm.costUsdPerTask),
    ]),
  );
}
