import type { FunctionId } from '../task/ids.js';

/** What an optimizer answers: one set of edits, accepted or refused as a whole. */
export interface EditSet {
  readonly version: 1;
  /** What failures share and what the edits do about it; goes into the commit message. */
  readonly rationale: string;
  readonly edits: readonly Edit[];
}

export type Edit =
  /** A whole declaration takes the place of the function's own; same signature. */
  | { readonly op: 'replace'; readonly function: FunctionId; readonly code: string }
  /** New top-level functions at the end of a file. */
  | { readonly op: 'add'; readonly file: string; readonly code: string }
  | { readonly op: 'remove'; readonly function: FunctionId }
  /** An import of the harness's own files, a type, an immutable literal constant. */
  | { readonly op: 'declare'; readonly file: string; readonly code: string }
  /** A new file. */
  | { readonly op: 'file'; readonly path: string; readonly code: string };
