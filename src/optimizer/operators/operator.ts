import type { SearchTool } from './search-tool.js';
import type { Symptom } from './symptoms.js';

/** What one operator is set to: a number, one of its named ways, or `true` where it is only there or not. */
export type Setting = number | string | true;

/**
 * Which operators are in a harness and what they are set to. `null` stands for one that is there, but in a function
 * that the failures did not touch: its setting is not shown, and it is left as it is.
 */
export type Plan = ReadonlyMap<string, Setting | null>;

/** One function of the grown harness, in a file of its own. */
export interface Piece {
  /** The function's name. */
  readonly name: string;
  readonly file: string;
  /** Names of the operators whose settings its text depends on; the text is the same for whatever else a plan holds. */
  readonly dependsOn: readonly string[];
  /** The whole declaration with its doc comment; `undefined` where a plan has no use for the function. */
  code(plan: Plan, tool: SearchTool): string | undefined;
}

/** A control pattern with its parameter: what it adds to a harness, when it is worth trying, and how it moves. */
export interface Operator {
  readonly name: string;
  /** What it does, as the end of "It …": one phrase, for the rationale. */
  readonly about: string;
  /** What it can be set to. */
  readonly settings: readonly Setting[];
  /** What stands in the first harness that the operators write, where the operator is not chosen itself. */
  readonly initial?: Setting;
  /** Operators that must be in the plan before this one can be. */
  readonly after?: readonly string[];
  /** How much each symptom speaks for it, from 0 up. */
  readonly helps: Readonly<Partial<Record<Symptom, number>>>;
  /** Which way its parameter is moved first; without it any way is as good as another. */
  readonly moves?: 'up' | 'down';
  /** Offered only where the deployed model can be asked. */
  readonly asksModel?: true;
  /** Its own functions, beside those that several operators share. */
  readonly pieces: readonly Piece[];
  /** Its place in `main`. */
  readonly stage?: Stage;
}

/** What an operator adds to `main`. */
export interface Stage {
  /** An expression for the new `leads`, from `leads`, `question` (an expression) and the runtime's name. */
  call(question: string, rt: string): string;
  /** One item of the list in the doc comment of `main`, as the end of "It …". */
  readonly says: string;
}
