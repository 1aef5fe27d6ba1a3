import type { FunctionId, VersionId } from '../task/ids.js';
import type { EditSet } from './edit-set.js';
import type { HarnessFiles, HarnessInterface } from './interface.js';
import type { Bundle } from './sandbox.js';

/** A function of a harness, as the optimizer is shown it. */
export interface HarnessFunction {
  readonly id: FunctionId;
  readonly file: string;
  /** First and last line, from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** The whole declaration with its doc comment. */
  readonly source: string;
  readonly signature: string;
}

/** What an edit set may do in this step. */
export interface EditRules {
  /** `{main} ∪ ⋃ F(τ_i)`; `'all'` with `--guidance off`. */
  readonly surface: readonly FunctionId[] | 'all';
  /** `L`: most functions that may be changed, added or removed, together with constants declared. */
  readonly budget: number;
  readonly leaks: LeakRules;
}

/** Texts that must not stand in harness code, from training and gate cases. */
export interface LeakRules {
  readonly telling: readonly {
    readonly text: string;
    readonly what: 'id' | 'answer' | 'title';
    readonly split: 'train' | 'gate' | 'test';
  }[];
  /** True for texts of the interface and texts above the frequency cut in the tools' corpus. */
  common(text: string): boolean;
}

/** Why an edit set was refused: a reason that the optimizer can act on. */
export interface Reason {
  readonly rule:
    'scope' | 'budget' | 'size' | 'signature' | 'parse' | 'type' | 'leak' | 'forbidden' | 'target' | 'shape';
  /** `file:line` in the candidate, where there is one. */
  readonly at?: string;
  readonly message: string;
}

export type CheckResult =
  | {
      readonly kind: 'candidate';
      readonly files: HarnessFiles;
      readonly version: VersionId;
      /** Functions replaced, added or removed, sorted. */
      readonly changed: readonly FunctionId[];
    }
  | { readonly kind: 'refused'; readonly reasons: readonly [Reason, ...Reason[]] };

export type ParseResult =
  | { readonly kind: 'edit-set'; readonly editSet: EditSet }
  | { readonly kind: 'refused'; readonly reasons: readonly [Reason, ...Reason[]] };

/** All that knows TypeScript: reads a harness, applies an edit set under the rules, links a version. */
export interface Editor {
  /** Reads a harness for the first time. @throws InputError with file:line when it does not compile or breaks a rule. */
  admit(files: HarnessFiles): VersionId;
  version(files: HarnessFiles): VersionId;
  functions(files: HarnessFiles): readonly HarnessFunction[];
  /** The top-level imports, types and constants of each file that has any. */
  declarations(files: HarnessFiles): readonly { readonly file: string; readonly source: string }[];
  /** Most characters of one function, so that one giant function cannot beat the edit budget. */
  readonly functionChars: number;
  /** Parses an optimizer's reply: JSON, fenced or with prose around it. A truncated reply is refused. */
  parse(reply: string): ParseResult;
  check(files: HarnessFiles, editSet: EditSet, rules: EditRules): CheckResult;
  /** Telling texts that a harness holds and the one that it grew from does not: a report, not a refusal. */
  leaks(files: HarnessFiles, grownFrom: HarnessFiles, rules: LeakRules): readonly Reason[];
  link(files: HarnessFiles): Bundle;
}

/** Opens an editor for one family's interface. */
export type OpenEditor = (iface: HarnessInterface) => Editor;
