import { z } from 'zod';
import type { Splits } from '../task/case.js';
import type { Price } from '../task/usage.js';
import type { BudgetCaps } from '../measure/budget.js';
import type { GrowOptions } from '../grow/options.js';
import type { TaskFamily } from '../ports/family.js';
import type { Isolation, RunLimits } from '../ports/sandbox.js';

/** What `espalier.config.ts` exports as its default. Paths are relative to the config's folder. */
export interface EspalierConfig {
  /** Names the grown harness: `harnesses/<name>`. Default: the family's name. */
  readonly name?: string;
  readonly family: TaskFamily | (() => TaskFamily | Promise<TaskFamily>);
  readonly tasks: Splits | TaskFiles | (() => Splits | Promise<Splits>);
  /** Folder of the strategy-free seed. Default: `seeds/<family>`. */
  readonly seed?: string;
  /** Folder of a fixed harness to measure beside the grown one on the test set. */
  readonly baseline?: string;
  /** More of them. */
  readonly baselines?: readonly string[];
  /** The score that counts as success. Default: the family's first. */
  readonly success?: string;
  /** Default: `none`. */
  readonly model?: string | ModelConfig;
  /** `operators`, `random`, `recorded:<folder>`, `command:<program and arguments>`, `openai:<model>`, or with settings. */
  readonly optimizer?: string | OptimizerConfig;
  readonly grow?: Partial<GrowOptions>;
  readonly limits?: Partial<RunLimits>;
  /** The isolation of harness code; see docs/sandbox.md. Default: `auto`, the best level that this machine gives. */
  readonly sandbox?: 'auto' | Isolation;
  readonly budget?: BudgetCaps;
  /** Runs at the same time. Default: one per core without a model, 8 with one. */
  readonly concurrency?: number;
}

/** Task files in JSONL, one a split, or one file that is split by a seed. */
export type TaskFiles =
  | { readonly train: string; readonly gate: string; readonly test: string }
  | {
      readonly file: string;
      readonly sizes: { readonly train: number; readonly gate: number; readonly test: number };
      readonly splitSeed: number;
    };

/** The deployed model. Keys come from the environment alone. */
export interface ModelConfig {
  /** `none`, `embedded`, `openai:<model>` or `recorded:<file>`. */
  readonly name: string;
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly timeoutMs?: number;
  readonly price?: Price;
}

/** The optimizer and its settings. */
export interface OptimizerConfig extends Omit<ModelConfig, 'name'> {
  /** `operators`, `random`, `recorded:<folder>`, `command:<program and arguments>` or `openai:<model>`. */
  readonly name: string;
  /** For `command`: what one call costs, US dollars; needed with a budget in dollars. */
  readonly priceUsdPerCall?: number;
  /** For `command`: names of environment variables that the program gets. */
  readonly passEnv?: readonly string[];
  /** Most tokens of one prompt, estimated. */
  readonly promptTokens?: number;
}

/** Gives a config its type. */
export const defineConfig = (config: EspalierConfig): EspalierConfig => config;

const positive = z.number().positive();
const price = z.strictObject({
  inputPerMTok: z.number().min(0),
  cachedInputPerMTok: z.number().min(0).optional(),
  outputPerMTok: z.number().min(0),
});
const modelFields = {
  name: z.string().min(1),
  baseUrl: z.url().optional(),
  apiKeyEnv: z.string().min(1).optional(),
  maxOutputTokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  timeoutMs: z.int().positive().optional(),
  price: price.optional(),
};

const members = {
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be a plain folder name')
    .optional(),
  family: z.custom(
    (value) =>
      typeof value === 'function' ||
      (typeof value === 'object' && value !== null && 'interface' in value && 'open' in value),
    {
      error: 'must be a task family (corpus({...}), defineFamily({...})) or a function that gives one',
    },
  ),
  tasks: z.custom((value) => typeof value === 'function' || (typeof value === 'object' && value !== null), {
    error: 'must be { train, gate, test } or a function that gives it',
  }),
  seed: z.string().optional(),
  baseline: z.string().optional(),
  baselines: z.array(z.string()).optional(),
  success: z.string().optional(),
  model: z.union([z.string(), z.strictObject(modelFields)]).optional(),
  optimizer: z
    .union([
      z.string(),
      z.strictObject({
        ...modelFields,
        priceUsdPerCall: z.number().min(0).optional(),
        passEnv: z.array(z.string()).optional(),
        promptTokens: z.int().positive().optional(),
      }),
    ])
    .optional(),
  grow: z.record(z.string(), z.unknown()).optional(),
  limits: z.record(z.string(), z.unknown()).optional(),
  sandbox: z.enum(['auto', 'full', 'portable']).optional(),
  budget: z
    .strictObject({ usd: positive.optional(), calls: z.int().positive().optional(), minutes: positive.optional() })
    .optional(),
  concurrency: z.int().positive().max(256).optional(),
};

/** Checks all of a config but its functions and its family. */
export const ConfigSchema: z.ZodType = z.strictObject(members);

/** All that a config may have. */
export const CONFIG_MEMBERS: readonly string[] = Object.keys(members);
