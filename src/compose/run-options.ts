import { z } from 'zod';
import { InputError } from '../task/error.js';
import { canonicalJson, type Json } from '../task/json.js';
import type { RunLimits } from '../ports/sandbox.js';
import { type GrowOptions, GrowOptionsSchema } from '../grow/options.js';
import type { BudgetCaps } from '../measure/budget.js';
import type { RunRecord } from '../ports/store.js';
import { runLimits } from './settings.js';

/** What a run is bound to. A resumed run must find all of it again, or its transitions would mean something else. */
export interface RunBinding {
  readonly grow: GrowOptions;
  readonly name: string;
  readonly model: string;
  /** Whether the model answers equal requests equally. Runs of before this was kept do not say. */
  readonly deterministic?: boolean;
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
  /** The group of runs that one command began, and the place in it, from 1. */
  readonly group?: RunGroup;
  /** The caps that it began with; they hold in every sitting that names no others. */
  readonly budget: BudgetCaps;
  /** The limits of a run of the harness, and how the model is asked. */
  readonly settings: {
    readonly limits: RunLimits;
    readonly maxOutputTokens: number;
    readonly temperature: number | null;
  };
}

/** Independent runs that one command began, named `<name>-1` to `<name>-<of>`. */
export interface RunGroup {
  readonly name: string;
  readonly index: number;
  readonly of: number;
}

const BindingSchema: z.ZodType<RunBinding> = z.strictObject({
  grow: GrowOptionsSchema,
  name: z.string(),
  model: z.string(),
  deterministic: z.boolean().exactOptional(),
  optimizer: z.string(),
  success: z.string(),
  interface: z.string(),
  cases: z.string(),
  seed: z.string(),
  baseline: z.string(),
  group: z.strictObject({ name: z.string(), index: z.int(), of: z.int() }).exactOptional(),
  budget: z.strictObject({
    usd: z.number().exactOptional(),
    calls: z.number().exactOptional(),
    minutes: z.number().exactOptional(),
  }),
  settings: z.strictObject({
    // Written from checked limits. A run of an earlier version knew fewer of them: the others are as by default.
    limits: z
      .custom<RunLimits>((value) => typeof value === 'object' && value !== null)
      .transform((limits) => runLimits(limits)),
    maxOutputTokens: z.int(),
    temperature: z.number().nullable(),
  }),
});

export const bindingJson = (binding: RunBinding): Json => JSON.parse(JSON.stringify(binding)) as Json;

/**
 * True for a run of before gates repeated tasks. It can be looked at; going on with it would put gates of another kind behind those
 * that it has.
 */
export function hasOldGates({ options }: RunRecord): boolean {
  const grow = typeof options === 'object' && options !== null && 'grow' in options ? options['grow'] : undefined;
  return typeof grow === 'object' && grow !== null && !('gateRepeats' in grow);
}

/** @throws InputError when the record is of another version of Espalier. */
export function readBinding(record: RunRecord): RunBinding {
  const read = BindingSchema.safeParse(record.options);
  if (!read.success)
    throw new InputError(
      `Run ${record.id} was written by another version of Espalier and cannot be read:\n${z.prettifyError(read.error)}`,
    );
  return read.data;
}

const WHAT: Readonly<Record<Exclude<keyof RunBinding, 'grow' | 'name' | 'group' | 'budget'>, string>> = {
  model: 'the model (--model)',
  deterministic: 'whether the model answers equal requests equally',
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
    (key) => began[key] !== undefined && canonicalJson(began[key]) !== canonicalJson(now[key] ?? null),
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
