import type { FailureView } from '../../ports/window-view.js';
import { touchedFunctions } from '../../trace/touched.js';

/** What the failures have in common, in counts: how they ended, what they called, which functions they went through. */
export function overview(failures: readonly FailureView[]): string {
  const lines = [`Ended: ${counted(failures.map((one) => (one.end.kind === 'limit' ? one.end.limit : one.end.kind)))}`];
  const traced = failures.filter((one) => one.dag !== undefined);
  if (traced.length > 0) {
    const calls = traced.flatMap((one) => one.dag?.calls ?? []);
    const refused = calls.filter((call) => call.reply?.ok === false);
    lines.push(`Calls a run, on average: ${averages(calls.map(labelOf), traced.length) || 'none'}`);
    if (refused.length > 0) lines.push(`Calls that threw: ${counted(refused.map(labelOf))}`);
    const touched = traced.flatMap((one) => touchedFunctions(one.dag?.nodes ?? []));
    lines.push(`Functions that runs went through: ${counted(touched)}`);
  }
  return lines.map((line) => `- ${line}`).join('\n');
}

const labelOf = (call: { readonly kind: 'llm' | 'tool'; readonly name: string }): string =>
  `${call.kind === 'llm' ? 'model ' : ''}${call.name}`;

/** `answered ×8, wallMs ×2`, most frequent first. */
function counted(names: readonly string[]): string {
  return tally(names)
    .map(([name, count]) => `${name} ×${count}`)
    .join(', ');
}

function averages(names: readonly string[], runs: number): string {
  return tally(names)
    .map(([name, count]) => `${name} ${(count / runs).toFixed(1)}`)
    .join(', ');
}

function tally(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}
