import { z } from 'zod';
import { hashOf } from '../task/hash.js';
import { InputError } from '../task/error.js';
import type { Splits } from '../task/case.js';
import { canonicalJson, type Json } from '../task/json.js';
import { DEFAULT_LIMITS } from '../measure/default-limits.js';
import type { RunLimits } from '../ports/sandbox.js';
import { type GrowOptions, GrowOptionsSchema } from '../grow/options.js';
import type { BudgetCaps } from '../measure/budget.js';
import type { RunRecord } from '../ports/store.js';

/** What a run is bound to. A resumed run must find all of it again, or its transitions would mean something else. */
export interface RunBinding {
  readonly grow: GrowOptions;
  readonly name: string;
  readonly model: string;
  readonly optimizer: string;
  readonly success: string;
  /** Hash of the family's interface. */
  readonly interface: string;
  /** Hash of all cases of all splits, in order. */
  readonly cases: string;
  /** Version of the seed harness. */
  readonly seed: string;
  /** Versions of the baselines, one space between them; empty without one. */
  readonly baseline: string;
  /** The caps that it began with; they hold in every sitting that names no others. */
  readonly budget: BudgetCaps;
  /** The limits of a run of the harness, and how the model is asked. */
  readonly settings: {
    readonly limits: RunLimits;
    readonly maxOutputTokens: number;
    readonly temperature: number | null;
  };
}

const BindingSchema: z.ZodType<RunBinding> = z.strictObject({
  grow: GrowOptionsSchema,
  name: z.string(),
  model: z.string(),
  optimizer: z.string(),
  success: z.string(),
  interface: z.string(),
  cases: z.string(),
  seed: z.string(),
  baseline: z.string(),
  budget: z.strictObject({
    usd: z.number().exactOptional(),
    calls: z.number().exactOptional(),
    minutes: z.number().exactOptional(),
  }),
  settings: z.strictObject({
    // Written from checked limits by this same version.
    limits: z
      .custom<RunLimits>((value) => typeof value === 'object' && value !== null)
      // Runs of older versions name no limit of the evaluator.
      .transform((limits): RunLimits => ({ evaluateMs: DEFAULT_LIMITS.evaluateMs, ...limits })),
    maxOutputTokens: z.int(),
    temperature: z.number().nullable(),
  }),
});

export const casesHash = (splits: Splits): string => hashOf([splits.train, splits.gate, splits.test]);

export const bindingJson = (binding: RunBinding): Json => JSON.parse(JSON.stringify(binding)) as Json;

/** @throws InputError when the record is of another version of Espalier. */
export function readBinding(record: RunRecord): RunBinding {
  const read = BindingSchema.safeParse(record.options);
  if (!read.success)
    throw new InputError(
      `Run ${record.id} was written by another version of Espalier and cannot be resumed:\n${z.prettifyError(read.error)}`,
    );
  return read.data;
}

const WHAT: Readonly<Record<Exclude<keyof RunBinding, 'grow' | 'name' | 'budget'>, string>> = {
  model: 'the model (--model)',
  optimizer: 'the optimizer (--optimizer)',
  success: 'the success score',
  interface: "the family's interface (its tools or schemas)",
  cases: 'the task files or their split',
  seed: 'the seed harness',
  baseline: 'the baseline (--baseline)',
  settings: 'the limits, temperature or output tokens in the config',
};

/** @throws InputError naming everything that is not as the run began. */
export function checkBinding(run: string, began: RunBinding, now: RunBinding): void {
  const changed = (Object.keys(WHAT) as (keyof typeof WHAT)[]).filter(
    (key) => canonicalJson(began[key]) !== canonicalJson(now[key]),
  );
  if (changed.length === 0) return;
  const list = changed.map((key) => `${WHAT[key]} was ${short(began[key])}, is ${short(now[key])}`).join('; ');
  throw new InputError(
    `Run ${run} cannot be resumed, because ${list}. Restore what the run began with, or start a new run without --resume.`,
  );
}

function short(value: RunBinding[keyof typeof WHAT]): string {
  if (typeof value !== 'string') return `\`${canonicalJson(value)}\``;
  return /^[0-9a-f]{64}$/.test(value) ? value.slice(0, 12) : `\`${value}\``;
}
