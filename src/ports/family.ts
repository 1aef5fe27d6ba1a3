import type { Case } from '../task/case.js';
import type { Json } from '../task/json.js';
import type { Outcome } from '../task/outcome.js';
import type { HarnessInterface } from './interface.js';

/** A task family: its tools, its worlds and its evaluator. All of it runs on the host. */
export interface TaskFamily {
  readonly name: string;
  readonly interface: HarnessInterface;
  /** The names of the scores that `evaluate` gives; the first is the default success. */
  readonly scores: readonly [string, ...string[]];
  /** One world for one run. @throws BackendFault when the backend is not there. */
  open(input: { readonly task: Json; readonly setup?: Json }): Promise<Environment>;
  /** Scores an answer that has passed the answer schema, or `undefined` when the run gave none. */
  evaluate(item: Case, answer: Json | undefined, environment: Environment): Promise<Outcome>;
  /** What the leak check looks for and lets pass. */
  readonly leaks?: LeakKnowledge;
  close?(): Promise<void>;
}

/** The stateful world of one run. Never shared between runs. */
export interface Environment {
  readonly tools: Readonly<Record<string, ToolFunction>>;
  close(): Promise<void>;
}

/**
 * One tool call. `args` have passed the tool's schema.
 * @throws ToolError for bad input: an observation that the harness sees.
 * @throws BackendFault when the backend broke: the run becomes missing.
 */
export type ToolFunction = (args: Json, signal: AbortSignal) => Promise<Json> | Json;

/** A text that tells a case's answer, and what it is there; a bare string is an answer. */
export type TellingText = string | { readonly text: string; readonly what: 'answer' | 'title' };

/** Family knowledge for the leak check. */
export interface LeakKnowledge {
  /** Texts of a case that harness code must not hold: answers and gold titles. Its id is always one. */
  telling(item: Case): readonly TellingText[];
  /** Share of the tools' own corpus in which the text occurs, in [0, 1]; texts above the cut are common words. */
  frequency(text: string): number;
}
