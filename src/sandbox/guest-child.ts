import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { GuestMemory, LaunchCommand } from './launch.js';
import { LineSplitter } from './line-splitter.js';
import { withoutOpenFiles } from './open-files.js';

/** What comes out of a guest process. */
export interface ChildListener {
  onLine(line: string): void;
  /** A line went over the byte cap; `start` is its beginning. The child is dead by now. */
  onOverflow(start: string): void;
  /** It wrote more than its cap to standard error. The child is dead by now. */
  onNoise(): void;
  onExit(exit: ChildExit): void;
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Last 4 KB of stderr, or why the process could not start. */
  readonly stderr: string;
}

/** What a child may say at most. */
export interface ChildCaps {
  readonly lineBytes: number;
  readonly stderrBytes: number;
}

const STDERR_TAIL_CHARS = 4_096;
/** Bytes of a line, and of standard error, while no run is on: only our own runner's words are due then. */
const IDLE_CAPS: ChildCaps = { lineBytes: 65_536, stderrBytes: 65_536 };
/** Lines that are kept between two listeners: one is due. */
const UNHEARD_LINES = 4;

/** One guest process: lines in, lines out, and a kill that cannot be refused. */
export class GuestChild {
  readonly memory: GuestMemory;
  /** Runs that were started in it, and the guest code of all of them, milliseconds. */
  runs = 0;
  computeMs = 0;
  readonly #process: ChildProcess;
  readonly #pipes: { readonly stdin: Writable; readonly stdout: Readable; readonly stderr: Readable };
  readonly #splitter = new LineSplitter(IDLE_CAPS.lineBytes);
  readonly #closed: Promise<void>;
  #listener: ChildListener | undefined;
  readonly #unheard: string[] = [];
  #exit: ChildExit | undefined;
  #stderr = '';
  #stderrBytesLeft = IDLE_CAPS.stderrBytes;
  #killed = false;

  constructor(command: LaunchCommand, cwd: string, memory: GuestMemory) {
    this.memory = memory;
    this.#process = withoutOpenFiles((stdio) =>
      spawn(command.file, [...command.args], { cwd, env: {}, stdio: [...stdio] }),
    );
    const { stdin, stdout, stderr } = this.#process;
    if (stdin === null || stdout === null || stderr === null) throw new TypeError('Expected three pipes to a guest.');
    this.#pipes = { stdin, stdout, stderr };
    stdout.on('data', (chunk: Buffer) => {
      this.#splitter.feed(
        chunk,
        (line) => {
          this.#onLine(line);
        },
        (start) => {
          if (this.#killed) return;
          this.kill();
          this.#listener?.onOverflow(start);
        },
      );
    });
    stderr.on('data', (chunk: Buffer) => {
      this.#onStderr(chunk);
    });
    // Writing to a dying child fails; its exit is reported by `close`.
    stdin.on('error', () => undefined);
    this.#closed = new Promise((resolve) => {
      const over = (exit: ChildExit): void => {
        if (this.#exit !== undefined) return;
        this.#exit = exit;
        resolve();
        this.#listener?.onExit(exit);
      };
      this.#process.on('error', (error) => {
        over({ code: null, signal: null, stderr: error.message });
      });
      this.#process.on('close', (code, signal) => {
        over({ code, signal, stderr: this.#stderr });
      });
    });
  }

  get alive(): boolean {
    return this.#exit === undefined && !this.#killed;
  }

  /**
   * Hands the child's output to one listener, at once what it said while there was none; a child that is gone
   * already reports its exit.
   */
  listen(listener: ChildListener | undefined, caps: ChildCaps = IDLE_CAPS): void {
    this.#listener = listener;
    this.#splitter.capBytes = caps.lineBytes;
    this.#stderrBytesLeft = caps.stderrBytes;
    if (listener === undefined) return;
    for (const line of this.#unheard.splice(0)) this.#onLine(line);
    if (this.#exit !== undefined) listener.onExit(this.#exit);
  }

  #onLine(line: string): void {
    if (this.#killed) return;
    if (this.#listener !== undefined) this.#listener.onLine(line);
    else if (this.#unheard.push(line) > UNHEARD_LINES) this.kill();
  }

  #onStderr(chunk: Buffer): void {
    this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_TAIL_CHARS);
    this.#stderrBytesLeft -= chunk.length;
    if (this.#stderrBytesLeft >= 0 || this.#killed) return;
    this.kill();
    this.#listener?.onNoise();
  }

  write(line: string): void {
    if (this.alive) this.#pipes.stdin.write(`${line}\n`);
  }

  /** Bytes that were written for it and that it has not read: they stay in this process's memory. */
  get unreadBytes(): number {
    return this.#pipes.stdin.writableLength;
  }

  /** SIGKILL. What it still had to say is not listened to. */
  kill(): void {
    if (this.#killed) return;
    this.#killed = true;
    for (const pipe of Object.values(this.#pipes)) pipe.destroy();
    this.#process.kill('SIGKILL');
  }

  /** Kills and waits until the process is gone. */
  async close(): Promise<void> {
    this.kill();
    await this.#closed;
  }
}
