import { type Command, Option } from 'commander';
import { gateShownText, gatesText } from '../report/gate-text.js';
import { diffText } from '../report/harness-diff.js';
import { percent } from '../report/numbers.js';
import { table } from '../report/table.js';
import { traceText } from '../report/trace-text.js';
import { clip } from '../report/transition-line.js';
import { wholeNumber } from './parse-option.js';
import { colorsFor, columnsOf, printData, printJson } from './terminal.js';

interface Flags {
  readonly run?: string;
  readonly json?: boolean;
  readonly touching?: string;
  readonly limit: number;
}

/** Loaded when a command runs, so that `--help` need not wait for it. */
const inspect = (): Promise<typeof import('../compose/inspect-command.js')> => import('../compose/inspect-command.js');

const out = (): ReturnType<typeof colorsFor> => colorsFor(process.stdout);

/** `espalier diff`: functions that differ. */
export function addDiff(program: Command): void {
  program
    .command('diff')
    .summary('functions that differ between two harnesses')
    .description('Shows the functions added, changed and removed from one harness to another, with their text.')
    .argument('<before>', 'folder or git revision')
    .argument('<after>', 'folder or git revision')
    .option('--json', 'one object: { changes: [{ function, change, patch }] }')
    .addHelpText('after', '\nExample:\n  espalier diff espalier/my-run/gate-1 harnesses/corpus\n')
    .action(async (before: string, after: string, flags: Flags) => {
      const { diffCommand } = await import('../compose/diff-command.js');
      const changes = await diffCommand(process.cwd(), before, after);
      if (flags.json === true) printJson({ changes });
      else printData(diffText(changes, out()));
    });
}

/** `espalier gates` and `espalier gates show N`. */
export function addGates(program: Command): void {
  const gates = program
    .command('gates')
    .summary('the gates of a run')
    .description('Lists the gates of a run: what was measured, the verdict, what was done.')
    .addHelpText('after', '\nExamples:\n  espalier gates --run my-run\n  espalier gates show 2 --json\n')
    .option('--run <name>', 'which run (default: the last)')
    .option('--json', 'one object: { run, gates }')
    .action(async (flags: Flags) => {
      const { gatesCommand } = await inspect();
      const shown = await gatesCommand(process.cwd(), flags.run);
      if (flags.json === true) printJson(shown);
      else printData(gatesText(shown.run, shown.gates, out()));
    });
  gates
    .command('show')
    .configureHelp({ showGlobalOptions: true })
    .description('One gate: tasks won and lost, the functions that the sequence changed, and how to look further.')
    .argument('<n>', 'number of the gate', wholeNumber(1))
    .addHelpText('after', '\nExamples:\n  espalier gates show 2\n  espalier gates show 2 --run my-run --json\n')
    .action(async (gate: number, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const { gateShowCommand } = await inspect();
      const shown = await gateShowCommand(process.cwd(), flags.run, gate);
      if (flags.json === true) printJson(shown);
      else printData(gateShownText(shown, out()));
    });
}

function noTraces(listed: { readonly run: string; readonly all: number }, touching: string | undefined): string {
  if (touching === undefined) return `Run ${listed.run} has no trace yet.`;
  const form = touching.includes('#') ? '' : ' A function is named by file and name, as in main.ts#main.';
  return `None of the ${String(listed.all)} traces of run ${listed.run} invoked ${touching}.${form}`;
}

/** `espalier traces` and `espalier traces show ID`. */
export function addTraces(program: Command): void {
  const traces = program
    .command('traces')
    .summary('the recorded runs')
    .description('Lists the traces of a run of grow, the newest last.')
    .addHelpText(
      'after',
      '\nExamples:\n  espalier traces --touching main.ts#main --limit 10\n  espalier traces show 8cb557f4\n',
    )
    .option('--run <name>', 'which run (default: the last)')
    .option('--touching <function>', 'only traces that invoked this function (main.ts#main)')
    .addOption(new Option('--limit <n>', 'most rows').argParser(wholeNumber(1)).default(50))
    .option('--json', 'one object: { run, of, all, traces }, all of them')
    .action(async (flags: Flags) => {
      const { tracesCommand } = await inspect();
      const limit = flags.json === true ? undefined : flags.limit;
      const listed = await tracesCommand(process.cwd(), flags.run, flags.touching, limit);
      if (flags.json === true) {
        printJson(listed);
        return;
      }
      if (listed.of === 0) {
        printData(noTraces(listed, flags.touching));
        return;
      }
      const rows = listed.traces;
      const cells = rows.map((row) => [
        row.trace.slice(0, 12),
        row.phase,
        row.version.slice(0, 8),
        row.success === null ? 'missing' : percent(row.success),
        clip(JSON.stringify(row.task), Math.max(20, columnsOf(process.stdout) - 44)),
      ]);
      const cut =
        listed.of > rows.length ? `\nThe last ${String(rows.length)} of ${String(listed.of)}; --limit shows more.` : '';
      printData(
        `Run ${listed.run}\n\n${table(['trace', 'phase', 'version', 'success', 'task'], cells, [0, 1, 2, 4])}${cut}`,
      );
    });
  traces
    .command('show')
    .configureHelp({ showGlobalOptions: true })
    .description('One trace as a tree: who called whom, in order.')
    .argument('<trace>', 'the beginning of its digest')
    .addHelpText(
      'after',
      '\nExamples:\n  espalier traces show 8cb557f4\n  espalier traces show 8cb557f4 --run my-run --json\n',
    )
    .action(async (prefix: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const { traceShowCommand } = await inspect();
      const trace = await traceShowCommand(process.cwd(), flags.run, prefix);
      if (flags.json === true) printJson(trace);
      else
        printData(
          `${JSON.stringify(trace.task)}\n\n${traceText(trace, out(), columnsOf(process.stdout))}${trace.outcome ? `\n${trace.outcome.feedback}` : ''}`,
        );
    });
}
