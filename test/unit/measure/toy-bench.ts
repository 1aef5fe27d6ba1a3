import type { TaskFamily } from '../../../src/ports/family.js';
import type { HarnessFiles } from '../../../src/ports/interface.js';
import type { Llm } from '../../../src/ports/llm.js';
import type { RunLimits } from '../../../src/ports/sandbox.js';
import { noModel } from '../../../src/llm/no-model.js';
import { type Bench, openBench } from '../../../src/measure/bench.js';
import type { BudgetCaps } from '../../../src/measure/budget.js';
import { DEFAULT_LIMITS } from '../../../src/measure/default-limits.js';
import { memoryLedger } from '../../../src/measure/ledger.js';
import { toyFamily } from '../../fixtures/toy-family.js';
import type { ToyBed } from '../../fixtures/toy-run.js';

/** A bench over the toy family, without a store. */
export function toyBench(
  bed: ToyBed,
  change: {
    readonly family?: TaskFamily;
    readonly llm?: Llm;
    readonly caps?: BudgetCaps;
    readonly limits?: Partial<RunLimits>;
    readonly signal?: AbortSignal;
  } = {},
): Bench {
  return openBench({
    family: change.family ?? toyFamily(),
    sandbox: bed.sandbox,
    llm: change.llm ?? noModel(),
    ledger: memoryLedger(() => performance.now()),
    caps: change.caps ?? {},
    price: undefined,
    limits: { ...DEFAULT_LIMITS, wallMs: 10_000, ...change.limits },
    success: 'exact',
    maxOutputTokens: 64,
    concurrency: 2,
    signal: change.signal ?? new AbortController().signal,
  });
}

/** A harness whose `main` has this body. */
export const harness = (...lines: readonly string[]): HarnessFiles => ({
  'main.ts': [
    "import { s } from 'espalier/runtime';",
    "import type { Answer, Runtime, Task } from 'espalier/runtime';",
    'export async function main(task: Task, rt: Runtime): Promise<Answer> {',
    ...lines,
    '}',
    '',
  ].join('\n'),
});
