import type { RunId } from '../task/ids.js';
import type { SealedSplits } from '../task/sealed-cases.js';
import type { Bench } from '../measure/bench.js';
import type { Archive } from '../measure/measure-arm.js';
import type { WarmVersions } from '../measure/warm-versions.js';
import type { Editor, LeakRules } from '../ports/editor.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { Proposer } from '../ports/proposer.js';
import type { RunStore } from '../ports/store.js';
import type { HarnessVersions } from '../ports/versions.js';
import type { GrowEvent } from './events.js';
import type { Lookahead } from './lookahead.js';
import type { GrowOptions } from './options.js';

/** A fixed harness to compare with, and its name in tables. */
export interface Baseline {
  readonly name: string;
  readonly files: HarnessFiles;
}

/** What the phases of one sitting work with. */
export interface GrowContext {
  readonly run: RunId;
  /** Milliseconds since the epoch, journaled at the start of the run. */
  readonly startedAt: number;
  readonly options: GrowOptions;
  /** The test cases are under seal: phase 6 alone opens them. */
  readonly splits: SealedSplits;
  readonly seedFiles: HarnessFiles;
  /** Fixed harnesses measured beside seed and grown on the test set. */
  readonly baselines: readonly Baseline[];
  readonly store: RunStore;
  readonly archive: Archive;
  readonly versions: HarnessVersions;
  readonly editor: Editor;
  readonly leaks: LeakRules;
  readonly proposer: Proposer;
  readonly bench: Bench;
  readonly warm: WarmVersions;
  readonly lookahead: Lookahead;
  readonly signal: AbortSignal;
  emit(event: GrowEvent): void;
}
