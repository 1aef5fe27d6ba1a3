import type { CaseId } from './ids.js';
import type { Json } from './json.js';

/**
 * One line of a task file. Only `task` crosses to the harness; `setup` goes to the family's `open`;
 * `id`, `setup` and `expected` never cross.
 */
export interface Case {
  readonly id: CaseId;
  readonly task: Json;
  readonly setup?: Json;
  readonly expected: Json;
}

/** The four uses of a task file. The optimizer sees `train` alone. */
export type SplitName = 'train' | 'gate' | 'test';

/** Cases by use. Every case id is in one split only. */
export interface Splits {
  readonly train: readonly Case[];
  readonly gate: readonly Case[];
  readonly test: readonly Case[];
}
