import { shellWord } from '../report/shell-word.js';

/** Options that the run keeps by itself, or that `--resume` takes the place of. */
const DROPPED: ReadonlySet<string> = new Set(['--run', '--resume']);

/** The command that goes on with a run: the same words, so that model, optimizer and tasks are found again. */
export function resumeLine(args: readonly string[], run: string): string {
  const kept: string[] = [];
  for (let index = 1; index < args.length; index += 1) {
    const word = args[index] ?? '';
    const name = word.split('=', 1)[0] ?? '';
    if (!DROPPED.has(name)) kept.push(word);
    else if (name === word && args[index + 1]?.startsWith('-') === false) index += 1;
  }
  return ['npx', 'espalier', 'grow', '--resume', run, ...kept].map(shellWord).join(' ');
}
