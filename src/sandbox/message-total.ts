import type { RunLimits } from '../ports/sandbox.js';
import { jsonCost } from './costly-to-read.js';

/** What a value of a message counts beside its text: read, it takes room even where its text is `{}`. Bytes. */
const VALUE_BYTES = 32;

/** Counts the messages of a run, both ways, against `limits.totalBytes`: the host keeps what they say until the run is stored. */
export class MessageTotal {
  readonly #mostBytes: number;
  #bytes = 0;

  constructor({ totalBytes }: Pick<RunLimits, 'totalBytes'>) {
    this.#mostBytes = totalBytes;
  }

  /** Adds a message. @returns what to say where the run is over its total now. */
  over(text: string, bytes: number = Buffer.byteLength(text)): string | undefined {
    this.#bytes += bytes + jsonCost(text).values * VALUE_BYTES;
    if (this.#bytes <= this.#mostBytes) return undefined;
    return `Calls, replies, notes and answer of the run have more than ${String(this.#mostBytes)} bytes together (limits.totalBytes).`;
  }
}

/** What to say of a guest that calls on and on without reading its replies: those of all calls in flight may wait, no more. */
export function unreadReplies(
  unreadBytes: number,
  { concurrentCalls, messageBytes }: Pick<RunLimits, 'concurrentCalls' | 'messageBytes'>,
): string | undefined {
  if (unreadBytes <= concurrentCalls * messageBytes) return undefined;
  const most = `${String(concurrentCalls)} replies of ${String(messageBytes)} bytes`;
  return `The guest left ${String(unreadBytes)} bytes of replies unread; at most ${most} may wait (limits.concurrentCalls).`;
}
