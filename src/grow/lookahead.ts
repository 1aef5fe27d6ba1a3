import type { Case } from '../task/case.js';
import type { VersionId } from '../task/ids.js';
import type { MeasuredCase } from '../measure/measure-arm.js';

/** Starts one task of the stream; must reject when the signal fires. */
export type StartTask = (item: Case, position: number, signal: AbortSignal) => Promise<MeasuredCase>;

/**
 * Runs tasks of the stream ahead of the cursor, while outcomes are still committed in stream order. What is running
 * past the task that fills the window is discarded; only its replies stay, in the response cache.
 */
export class Lookahead {
  readonly #ahead = new Map<number, Promise<MeasuredCase>>();
  #version: VersionId | undefined;
  #cut = new AbortController();

  /** The result at `cursor`, with up to `width` tasks in flight from there on. */
  async take(
    stream: readonly Case[],
    cursor: number,
    width: number,
    version: VersionId,
    start: StartTask,
  ): Promise<MeasuredCase> {
    if (version !== this.#version) await this.discard();
    this.#version = version;
    for (let position = cursor; position < Math.min(stream.length, cursor + width); position += 1) {
      const item = stream[position];
      if (item === undefined || this.#ahead.has(position)) continue;
      const running = start(item, position, this.#cut.signal);
      running.catch(() => undefined); // an error counts only when the cursor reaches its task
      this.#ahead.set(position, running);
    }
    const taken = this.#ahead.get(cursor);
    this.#ahead.delete(cursor);
    if (!taken)
      throw new RangeError(`The stream has ${String(stream.length)} tasks; there is none at ${String(cursor)}.`);
    return taken;
  }

  /** Ends what is in flight and forgets it. */
  async discard(): Promise<void> {
    const running = [...this.#ahead.values()];
    this.#ahead.clear();
    this.#version = undefined;
    if (running.length === 0) return;
    this.#cut.abort(new Error('The window is full: tasks past it are discarded.'));
    await Promise.allSettled(running);
    this.#cut = new AbortController();
  }
}
