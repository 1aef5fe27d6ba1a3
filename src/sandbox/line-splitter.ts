const NEWLINE = 10;

/** Splits bytes into lines and never holds more than a cap of them. */
export class LineSplitter {
  /** Most bytes of one line; changes between runs. */
  capBytes: number;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(capBytes: number) {
    this.capBytes = capBytes;
  }

  /** Whole lines, and the start of a line that is over the cap; nothing may be fed after that. */
  feed(chunk: Buffer, onLine: (line: string) => void, onOverflow: (start: string) => void): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, end < 0 ? undefined : end);
      this.#held.push(part);
      this.#heldBytes += part.length;
      if (this.#heldBytes > this.capBytes) {
        const start = Buffer.concat(this.#held.slice(0, 2)).toString('utf8', 0, 64);
        this.#held = [];
        onOverflow(start);
        return;
      }
      if (end < 0) return;
      const line = this.#held.length === 1 ? part : Buffer.concat(this.#held);
      this.#held = [];
      this.#heldBytes = 0;
      onLine(line.toString('utf8'));
      from = end + 1;
    }
  }
}
