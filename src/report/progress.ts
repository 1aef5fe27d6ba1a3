import type { Colors } from './colors.js';
import type { JournalEntry } from '../ports/store.js';
import { clip, transitionLine } from './transition-line.js';
import { LiveBlock } from './live-block.js';
import { plural } from './numbers.js';
import { type CheckpointFigures, type Standing, standingParts } from './standing-line.js';
import { wrapped, wrappedParts } from './wrapped.js';

/** What `Progress` is told; the shape of the loop's events. */
export type ProgressEvent =
  | { readonly kind: 'transition'; readonly entry: JournalEntry }
  | { readonly kind: 'measuring'; readonly what: string; readonly done: number; readonly of: number }
  | { readonly kind: 'asking'; readonly proposer: string; readonly step: number; readonly attempt: number }
  | { readonly kind: 'standing'; readonly standing: Standing }
  | { readonly kind: 'notice'; readonly message: string }
  | { readonly kind: 'resumed'; readonly transitions: number };

export interface ProgressOutput {
  write(text: string): void;
  readonly live: boolean;
  readonly columns: number;
}

/** Lines of progress on stderr; on a terminal also, below them, where the run stands and what is going on now. */
export class Progress {
  readonly #out: ProgressOutput;
  readonly #colors: Colors;
  readonly #block: LiveBlock;
  #standing: Standing | undefined;
  #checkpoint: CheckpointFigures | undefined;
  #now = '';
  #collected = { tasks: 0, solved: 0, failed: 0 };
  #noticed = 0;

  constructor(out: ProgressOutput, colors: Colors) {
    this.#out = out;
    this.#colors = colors;
    this.#block = new LiveBlock((text) => out.write(text));
  }

  /** The first line: what begins or goes on. */
  begin(line: string): void {
    this.#line(`${this.#colors.bold('run       ')}${line}`);
  }

  on(event: ProgressEvent): void {
    switch (event.kind) {
      case 'transition':
        this.#transition(event.entry);
        return;
      case 'measuring':
        this.#live(`${event.what}: ${String(event.done)}/${String(event.of)}`);
        return;
      case 'asking':
        this.#flushCollected();
        this.#live(
          `step ${String(event.step)}: asking ${event.proposer}${event.attempt > 1 ? `, attempt ${String(event.attempt)}` : ''}`,
        );
        return;
      case 'standing':
        this.#standing = event.standing;
        if (this.#now !== '') this.#show();
        return;
      case 'notice':
        this.#line(this.#colors.dim(`          ${event.message}`));
        return;
      case 'resumed':
        this.#line(`${this.#colors.bold('resumed   ')}after ${plural(event.transitions, 'transition')}`);
        return;
    }
  }

  /** Takes the live lines off the screen, until the next event. */
  clear(): void {
    if (this.#out.live) this.#block.clear();
  }

  /** Tells what is still to tell, and clears the live lines. */
  end(): void {
    this.#flushCollected();
    if (this.#noticed > 1) {
      this.#line(
        this.#colors.dim(
          `          and ${plural(this.#noticed - 1, 'more notice')} on replies; the journal has them all`,
        ),
      );
    }
    this.#noticed = 0;
    this.clear();
  }

  #transition(entry: JournalEntry): void {
    if (entry.kind === 'collected') {
      this.#count(entry);
      return;
    }
    this.#flushCollected();
    this.#checkpoint = checkpointFigures(entry) ?? this.#checkpoint;
    if (entry.kind === 'proposed') this.#notices(entry);
    const line = transitionLine(entry, this.#colors);
    if (line !== undefined) this.#line(line);
  }

  /** The first notice in full; others are counted, since a recording can have one for each reply. */
  #notices(entry: JournalEntry): void {
    const { notices } = entry.body as { notices?: readonly string[] }; // what phase 2 journaled
    for (const notice of notices ?? []) {
      this.#noticed += 1;
      if (this.#noticed === 1) this.#line(this.#colors.dim(`          ${notice}`));
    }
  }

  #count(entry: JournalEntry): void {
    const { result, position } = entry.body as { result: string; position: number }; // what phase 1 journaled
    this.#collected.tasks += 1;
    if (result === 'solved') this.#collected.solved += 1;
    if (result === 'failed') this.#collected.failed += 1;
    this.#live(`collecting: task ${String(position + 1)}, ${plural(this.#collected.failed, 'new failure')}`);
  }

  #flushCollected(): void {
    const { tasks, solved, failed } = this.#collected;
    if (tasks === 0) return;
    this.#collected = { tasks: 0, solved: 0, failed: 0 };
    this.#line(
      `${this.#colors.bold('collect   ')}${plural(tasks, 'task')}: ${String(solved)} solved, ${String(failed)} into the window`,
    );
  }

  #line(text: string): void {
    if (this.#out.live) this.#block.above(wrapped(text, this.#out.columns - 1, 10));
    else this.#out.write(`${text}\n`);
  }

  #live(text: string): void {
    this.#now = text;
    this.#show();
  }

  #show(): void {
    if (!this.#out.live) return;
    const width = this.#out.columns - 1;
    const standing = this.#standing ? wrappedParts(standingParts(this.#standing, this.#checkpoint), width) : [];
    const lines = [...standing, `  … ${this.#now}`];
    this.#block.show(lines.map((line) => this.#colors.dim(clip(line, width))));
  }
}

/** What a transition says of a new checkpoint. */
function checkpointFigures({ kind, body }: JournalEntry): CheckpointFigures | undefined {
  if (kind !== 'seed-measured' && kind !== 'checkpoint') return undefined;
  return (body as unknown as { readonly candidate: CheckpointFigures }).candidate; // what phases 0 and 5 journaled
}
