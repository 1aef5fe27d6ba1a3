import path from 'node:path';
import type { Proposal, Proposer } from '../ports/proposer.js';
import { InputError } from '../task/error.js';
import { childEnvironment, locateProgram } from './child-environment.js';
import { buildPrompt } from './prompt/build-prompt.js';
import { runCommand, type CommandEnd } from './run-command.js';

/** A program that reads the prompt on stdin and writes an edit set to stdout. */
export interface CommandProposerOptions {
  /** Program and arguments; never a shell line. */
  readonly command: readonly string[];
  readonly timeoutMs: number;
  /** What one call costs at most, US dollars; each call is counted at that price. */
  readonly priceUsdPerCall?: number;
  /** Names of environment variables that the program gets besides PATH, HOME, LANG and TERM: its own API key, say. */
  readonly passEnv?: readonly string[];
  /** The workspace, where parts of the command that begin with `./` or `../` are looked up. Default: the current folder. */
  readonly cwd?: string;
  /** Default 60,000 estimated tokens. */
  readonly promptTokens?: number;
  /** Gets each line of stderr as it comes. */
  readonly onStderr?: (line: string) => void;
}

/**
 * An optimizer that is any program. It starts in a fresh empty folder and is told nothing of the workspace.
 * @throws InputError when the command is empty.
 */
export function commandProposer(options: CommandProposerOptions): Proposer {
  const workspace = options.cwd ?? process.cwd();
  const command = resolved(options.command, workspace);
  const costUsd = options.priceUsdPerCall ?? 0;
  return {
    name: `command:${path.basename(command[0])}`,
    worstCase: () => ({ calls: 1, usd: options.priceUsdPerCall }),
    async propose(request, signal): Promise<Proposal> {
      const prompt = buildPrompt(request, options.promptTokens);
      const env = childEnvironment(options.passEnv ?? [], workspace);
      const { timeoutMs, onStderr } = options;
      const end = await runCommand(
        { command, env, input: prompt.text, timeoutMs, ...(onStderr === undefined ? {} : { onStderr }) },
        signal,
      );
      if (end.kind === 'exited' && end.code === 0 && end.stdout.trim() !== '') {
        return { kind: 'reply', text: end.stdout, finish: 'complete', promptHash: prompt.hash, costUsd, notices: [] };
      }
      return { kind: 'none', message: `The optimizer's command gave no reply: ${whyNone(end)}`, costUsd };
    },
  };
}

function resolved(command: readonly string[], cwd: string): readonly [string, ...string[]] {
  const [program, ...args] = command.map((part) => (/^\.\.?[/\\]/.test(part) ? path.resolve(cwd, part) : part));
  if (program === undefined || program === '') {
    throw new InputError("The optimizer's command is empty: expected a program and its arguments as a list.");
  }
  return [locateProgram(program), ...args];
}

function whyNone(end: CommandEnd): string {
  const stderr = end.stderr.text().trim();
  const said = stderr === '' ? '' : `; its stderr ended with:\n${stderr}`;
  if (end.kind !== 'exited') return end.detail + said;
  return (end.code === 0 ? 'it wrote nothing to stdout' : `exit code ${end.code}`) + said;
}
