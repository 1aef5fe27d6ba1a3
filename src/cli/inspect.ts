import { type Command, Option } from 'commander';
import { diffCommand } from '../compose/diff-command.js';
import { gatesCommand, gateShowCommand, tracesCommand, traceShowCommand } from '../compose/inspect-command.js';
import { gateShownText, gatesText } from '../report/gate-text.js';
import { diffText } from '../report/harness-diff.js';
import { percent } from '../report/numbers.js';
import { table } from '../report/table.js';
import { traceText } from '../report/trace-text.js';
import { wholeNumber } from './parse-option.js';
import { colorsFor, printData, printJson } from './terminal.js';

interface Flags {
  readonly run?: string;
  readonly json?: boolean;
  readonly touching?: string;
  readonly limit: number;
}

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
    .option('--run <name>', 'which run (default: the last)')
    .option('--json', 'one object: { run, gates }')
    .action(async (flags: Flags) => {
      const shown = await gatesCommand(process.cwd(), flags.run);
      if (flags.json === true) printJson(shown);
      else printData(gatesText(shown.run, shown.gates, out()));
    });
  gates
    .command('show')
    .description('One gate: tasks won and lost, the functions that the sequence changed, and how to look further.')
    .argument('<n>', 'number of the gate', wholeNumber(1))
    .action(async (gate: number, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const shown = await gateShowCommand(process.cwd(), flags.run, gate);
      if (flags.json === true) printJson(shown);
      else printData(gateShownText(shown, out()));
    });
}

/** `espalier traces` and `espalier traces show ID`. */
export function addTraces(program: Command): void {
  const traces = program
    .command('traces')
    .summary('the recorded runs')
    .description('Lists the traces of a run of grow.')
    .option('--run <name>', 'which run (default: the last)')
    .option('--touching <function>', 'only traces that invoked this function (main.ts#main)')
    .addOption(new Option('--limit <n>', 'most rows').argParser(wholeNumber(1)).default(50))
    .option('--json', 'one object: { run, traces }')
    .action(async (flags: Flags) => {
      const listed = await tracesCommand(process.cwd(), flags.run, flags.touching);
      if (flags.json === true) {
        printJson(listed);
        return;
      }
      const rows = listed.traces.slice(-flags.limit);
      const cells = rows.map((row) => [row.trace.slice(0, 12), row.phase, row.version.slice(0, 8), row.success === null ? 'missing' : percent(row.success)]);
      const cut = listed.traces.length > rows.length ? `\nThe last ${String(rows.length)} of ${String(listed.traces.length)}; --limit shows more.` : '';
      printData(`Run ${listed.run}\n\n${table(['trace', 'phase', 'version', 'success'], cells, [0, 1, 2])}${cut}`);
    });
  traces
    .command('show')
    .description('One trace as a tree: who called whom, in order.')
    .argument('<trace>', 'the beginning of its digest')
    .action(async (prefix: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const trace = await traceShowCommand(process.cwd(), flags.run, prefix);
      if (flags.json === true) printJson(trace);
      else printData(`${JSON.stringify(trace.task)}\n\n${traceText(trace, out(), process.stdout.columns || 160)}${trace.outcome ? `\n${trace.outcome.feedback}` : ''}`);
    });
}
