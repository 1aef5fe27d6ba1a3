import { CommanderError } from 'commander';
import { BudgetExhausted, EspalierError } from '../task/error.js';
import { type CliContext, type ExitCode } from './context.js';
import { resumeLine } from './resume-line.js';
import { colorsFor, printJson, printProse } from './terminal.js';

interface Reported {
  readonly exit: ExitCode;
  /** What programs match on. */
  readonly code: string;
  readonly message: string;
  readonly prose: string;
}

/** Prints an error as prose on stderr and, with `--json`, as one object `{ error: { code, message } }` on stdout. */
export function reportError(error: unknown, context: CliContext, json: boolean): ExitCode {
  const reported = describe(error, context);
  if (reported.prose !== '') printProse(reported.prose);
  if (json && reported.exit !== 0) printJson({ error: { code: reported.code, message: reported.message } });
  return reported.exit;
}

function describe(error: unknown, context: CliContext): Reported {
  const colors = colorsFor(process.stderr);
  const { run } = context;
  const resume = run === undefined ? '' : resumeLine(context.args, run);
  if (error instanceof CommanderError) {
    // Commander has printed it already.
    return {
      exit: error.exitCode === 0 ? 0 : 2,
      code: 'USAGE',
      message: error.message.replace(/^error: /, ''),
      prose: '',
    };
  }
  if (context.signal.aborted) {
    const message =
      run === undefined ? 'Stopped.' : `Stopped. Everything up to the last transition is kept; go on with: ${resume}`;
    return { exit: 130, code: 'INTERRUPTED', message, prose: message };
  }
  if (error instanceof EspalierError) {
    const message = withCause(error);
    const goOn = run === undefined ? '' : `\nEverything up to the last transition is kept; go on with: ${resume}`;
    const exit = error instanceof BudgetExhausted ? 4 : 2;
    return {
      exit,
      code: error.code,
      message,
      prose: `${exit === 4 ? colors.yellow('stopped:') : colors.red('error:')} ${message}${goOn}`,
    };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    exit: 3,
    code: 'BUG',
    message: error instanceof Error ? error.message : String(error),
    prose: `${colors.red('bug:')} ${stack}\nThis is a fault of Espalier. What was journaled is kept; please report it with the lines above.`,
  };
}

/** The message, with its cause where that says more. */
function withCause(error: EspalierError): string {
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return cause === undefined || error.message.includes(cause) ? error.message : `${error.message}\n  because: ${cause}`;
}
