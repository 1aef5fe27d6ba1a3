import { dollars, duration, plural } from './numbers.js';
import { table } from './table.js';

interface Ends {
  readonly low: number;
  readonly high: number;
}

/** What `estimate` found, as the command gives it. */
export interface EstimateFigures {
  readonly model: string;
  readonly optimizer: string;
  readonly measured: {
    readonly harnesses: readonly string[];
    readonly tasks: number;
    readonly spent: { readonly modelCalls: number; readonly costUsd: number };
  };
  readonly runs: Readonly<Record<'collect' | 'window' | 'gates' | 'test' | 'all' | 'proposals', Ends>>;
  readonly modelCalls: Ends;
  readonly optimizerCalls: Ends;
  readonly tokens: Ends;
  readonly modelUsd: Ends | null;
  readonly optimizerUsd: Ends | null;
  readonly costUsd: Ends | null;
  readonly wallMs: Ends;
}

/** The estimate for a person: what runs there will be, then calls, cost and time, each from low to high. */
export function estimateText(found: EstimateFigures): string {
  const count = ({ low, high }: Ends): string =>
    low === high ? low.toLocaleString('en') : `${low.toLocaleString('en')} – ${high.toLocaleString('en')}`;
  const usd = (ends: Ends | null): string =>
    ends === null
      ? 'n/a (no price in the config)'
      : ends.low === ends.high
        ? dollars(ends.low)
        : `${dollars(ends.low)} – ${dollars(ends.high)}`;
  const { runs } = found;
  const rows: readonly (readonly [string, string])[] = [
    ['runs: collecting tasks', count(runs.collect)],
    ['runs: windows again', count(runs.window)],
    ['runs: gates', count(runs.gates)],
    ['runs: test', count(runs.test)],
    ['runs in all', count(runs.all)],
    [`calls of the model (${found.model})`, count(found.modelCalls)],
    ['its tokens', count(found.tokens)],
    ['its cost', usd(found.modelUsd)],
    [`calls of the optimizer (${found.optimizer})`, count(found.optimizerCalls)],
    ['its cost', usd(found.optimizerUsd)],
    ['cost in all', usd(found.costUsd)],
    ['time', `${duration(found.wallMs.low)} – ${duration(found.wallMs.high)}`],
  ];
  const { harnesses, tasks, spent } = found.measured;
  return [
    table(['what grow will take', 'from – to'], rows, [0]),
    '',
    `Measured: ${plural(tasks, 'training task')} each of ${harnesses.join(', ')} (${plural(spent.modelCalls, 'model call')}, ${dollars(spent.costUsd)}).`,
    'A range to plan with, no bound. From: nothing is solved, and a run of the growth takes what the seed took. To: rollbacks make',
    'the stream run twice, every step reruns its window, every gate runs in full, every reply is repaired as often as it may be',
    'and comes within two minutes, and a run of the growth takes 1.5 times the mean of the measured harnesses. Twice, two minutes',
    'and 1.5 are assumptions. The test of each measured harness is reckoned with its own figures.',
    ...uncalled(found),
    'A cap that holds: espalier grow --budget-usd, --budget-calls, --budget-minutes.',
  ].join('\n');
}

/** Nothing measured says what a call takes. */
const uncalled = ({ model, measured }: EstimateFigures): readonly string[] =>
  model === 'none' || measured.spent.modelCalls > 0
    ? []
    : [
        `No measured harness called ${model}: the calls of a grown one that does are not in this. A baseline that calls it tells more.`,
      ];
