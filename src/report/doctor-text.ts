import type { Colors } from './colors.js';

/** A finding as it is printed. */
interface Shown {
  readonly name: string;
  readonly state: 'ok' | 'note' | 'failed';
  readonly detail: string;
  readonly fix?: string;
  readonly parts?: readonly Shown[];
}

const NAME_COLUMNS = 22;

/** What `doctor` found, a line each, with the fix under what needs one. */
export const doctorText = (findings: readonly Shown[], colors: Colors): string =>
  findings.flatMap((finding) => lines(finding, 0, colors)).join('\n');

function lines({ name, state, detail, fix, parts }: Shown, depth: number, colors: Colors): readonly string[] {
  const indent = '  '.repeat(depth);
  const mark = { ok: colors.green('✔'), note: colors.yellow('–'), failed: colors.red('✘') }[state];
  const [first = '', ...rest] = (fix ?? '').split('\n');
  const mend =
    fix === undefined ? [] : [`${indent}    fix: ${first}`, ...rest.map((line) => `${indent}         ${line}`)];
  return [
    `${indent}${mark} ${name.padEnd(NAME_COLUMNS - indent.length)} ${detail}`,
    ...mend,
    ...(parts ?? []).flatMap((part) => lines(part, depth + 1, colors)),
  ];
}
