/** Text that stays below the lines of progress on a terminal and is written over as it changes. */
export class LiveBlock {
  readonly #write: (text: string) => void;
  #height = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Shows these lines in place of the last ones. None may be wider than the terminal. */
  show(lines: readonly string[]): void {
    this.#write(`${this.#erase()}${lines.join('\n')}`);
    this.#height = lines.length;
  }

  /** Writes a line that stays, above where the block was; the block comes back with the next `show`. */
  above(line: string): void {
    this.#write(`${this.#erase()}${line}\n`);
    this.#height = 0;
  }

  clear(): void {
    this.#write(this.#erase());
    this.#height = 0;
  }

  /** Back to the block's first column and line, everything below deleted. */
  #erase(): string {
    return `\r\u001B[K${'\u001B[1A\u001B[K'.repeat(Math.max(0, this.#height - 1))}`;
  }
}
