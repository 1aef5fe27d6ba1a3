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
    'From: the stream ends with its first window, every run costs as little as the cheapest of these, and all run side by side.',
    'To: every step is used, every reply repaired as often as it may be, every proposal takes until its deadline, every gate',
    'rolls back, no run goes beside another, and a grown harness costs three times as much as the dearest of these: that',
    'factor is an assumption. Runs repeated after a broken backend are not counted.',
    'A cap that holds: espalier grow --budget-usd, --budget-calls, --budget-minutes.',
  ].join('\n');
}
