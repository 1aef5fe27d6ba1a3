import { setMaxListeners } from 'node:events';
import type { Case } from '../task/case.js';
import type { SamplingSeed } from '../task/ids.js';
import type { Price } from '../task/usage.js';
import type { TaskFamily } from '../ports/family.js';
import type { Llm } from '../ports/llm.js';
import type { Prepared, RunLimits, Sandbox } from '../ports/sandbox.js';
import { Budget, type BudgetCaps } from './budget.js';
import type { Ledger } from './ledger.js';
import { ModelCalls } from './model-calls.js';
import type { RunOfCase } from './run-case.js';
import { interfaceValidators, type InterfaceValidators } from './schemas.js';

/** Gives one finished run of a harness on a case, under its sampling seed. */
export type CaseRunner = (
  prepared: Prepared,
  item: Case,
  seed: SamplingSeed,
  signal: AbortSignal | undefined,
) => Promise<RunOfCase>;

/** Everything that a run of a harness needs besides harness and case. Fixed for a run of `grow`. */
export interface Bench {
  readonly family: TaskFamily;
  readonly sandbox: Sandbox;
  readonly model: ModelCalls;
  readonly budget: Budget;
  readonly validators: InterfaceValidators;
  readonly limits: RunLimits;
  /** The score that counts as success. */
  readonly success: string;
  readonly maxOutputTokens: number;
  readonly temperature: number | undefined;
  /** Runs at the same time. */
  readonly concurrency: number;
  /** How often a missing run is tried again. */
  readonly missingRetries: number;
  readonly signal: AbortSignal;
  /** Takes the place of live runs where there are recorded ones to run again. */
  readonly runner?: CaseRunner;
}

export interface BenchInput {
  readonly family: TaskFamily;
  readonly sandbox: Sandbox;
  readonly llm: Llm;
  readonly ledger: Ledger;
  readonly caps: BudgetCaps;
  readonly price: Price | undefined;
  readonly limits: RunLimits;
  readonly success: string;
  readonly maxOutputTokens: number;
  readonly temperature?: number;
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** Puts a bench together. */
export function openBench(input: BenchInput): Bench {
  const budget = new Budget(input.ledger, input.caps);
  // Every run listens to it, and as many run at once as the user says.
  setMaxListeners(0, input.signal);
  return {
    family: input.family,
    sandbox: input.sandbox,
    model: new ModelCalls(input.llm, budget, input.price),
    budget,
    validators: interfaceValidators(input.family.interface),
    limits: input.limits,
    success: input.success,
    maxOutputTokens: input.maxOutputTokens,
    temperature: input.temperature,
    concurrency: input.concurrency,
    missingRetries: 2,
    signal: input.signal,
  };
}
