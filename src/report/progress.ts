import type { Colors } from './colors.js';
import type { JournalEntry } from '../ports/store.js';
import { clip, transitionLine } from './transition-line.js';
import { plural } from './numbers.js';

/** What `Progress` is told; the shape of the loop's events. */
export type ProgressEvent =
  | { readonly kind: 'transition'; readonly entry: JournalEntry }
  | { readonly kind: 'measuring'; readonly what: string; readonly done: number; readonly of: number }
  | { readonly kind: 'asking'; readonly proposer: string; readonly step: number; readonly attempt: number }
  | { readonly kind: 'notice'; readonly message: string }
  | { readonly kind: 'resumed'; readonly transitions: number };

export interface ProgressOutput {
  write(text: string): void;
  readonly live: boolean;
  readonly columns: number;
}

/** Lines of progress on stderr; on a terminal also one live line of what is going on now. */
export class Progress {
  readonly #out: ProgressOutput;
  readonly #colors: Colors;
  #collected = { tasks: 0, solved: 0, failed: 0 };
  #noticed = 0;

  constructor(out: ProgressOutput, colors: Colors) {
    this.#out = out;
    this.#colors = colors;
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
      case 'notice':
        this.#line(this.#colors.dim(`          ${event.message}`));
        return;
      case 'resumed':
        this.#line(`${this.#colors.bold('resumed   ')}after ${plural(event.transitions, 'transition')}`);
        return;
    }
  }

  /** Clears the live line. */
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
    if (this.#out.live) this.#out.write('\r\u001B[K');
  }

  #transition(entry: JournalEntry): void {
    if (entry.kind === 'collected') {
      this.#count(entry);
      return;
    }
    this.#flushCollected();
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
    this.#out.write(`${this.#out.live ? '\r\u001B[K' : ''}${text}\n`);
  }

  #live(text: string): void {
    if (this.#out.live) this.#out.write(`\r\u001B[K${this.#colors.dim(clip(`  … ${text}`, this.#out.columns - 1))}`);
  }
}
