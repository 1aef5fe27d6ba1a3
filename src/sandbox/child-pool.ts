import type { Bundle } from '../ports/sandbox.js';
import { InputError } from '../task/error.js';
import { crashEnd } from './crash-end.js';
import { SandboxError } from './error.js';
import { GuestChild } from './guest-child.js';
import { launchCommand } from './launch.js';
import type { RunnerFiles } from './runner-file.js';

/** A process serves at most this many runs, so that nothing can pile up in it. */
const RUNS_A_CHILD = 500;
/** A process that has not loaded the script by then, or not come back from a finished run, is killed. Milliseconds. */
const LOAD_MS = 20_000;
const RETURN_MS = 1_000;

/** The warm children of one version. A child is never shared between versions. */
export class ChildPool {
  readonly #bundle: Bundle;
  readonly #files: RunnerFiles;
  readonly #cwd: string;
  readonly #all = new Set<GuestChild>();
  readonly #idle: GuestChild[] = [];
  /** Children on their way back from a run, not yet promised to anyone; each gives `undefined` when it had to be killed. */
  readonly #returning: { readonly heapMb: number; readonly back: Promise<GuestChild | undefined> }[] = [];
  #closed = false;

  constructor(bundle: Bundle, files: RunnerFiles, cwd: string) {
    this.#bundle = bundle;
    this.#files = files;
    this.#cwd = cwd;
  }

  /**
   * A child that has loaded the script and runs nothing.
   * @throws InputError when the script does not load; SandboxError when no child starts.
   */
  async take(heapMb: number): Promise<GuestChild> {
    if (this.#closed) throw new SandboxError('Expected an open version, got one that was closed: prepare it again.');
    const idle = this.#idle.findIndex((child) => child.heapMb === heapMb && child.alive);
    if (idle >= 0) return this.#idle.splice(idle, 1)[0] ?? (await this.#start(heapMb));
    const returning = this.#returning.findIndex((child) => child.heapMb === heapMb);
    if (returning < 0) return this.#start(heapMb);
    // A few milliseconds until it is back, against some hundred for a new one.
    const [claimed] = this.#returning.splice(returning, 1);
    const child = await claimed?.back;
    return child?.alive === true ? child : this.#start(heapMb);
  }

  async #start(heapMb: number): Promise<GuestChild> {
    if (this.#closed) throw new SandboxError('Expected an open version, got one that was closed: prepare it again.');
    const child = new GuestChild(launchCommand(this.#files, heapMb), this.#cwd, heapMb);
    this.#all.add(child);
    try {
      await this.#load(child);
    } catch (error) {
      await this.#drop(child);
      throw error;
    }
    return child;
  }

  /** Keeps a child that runs nothing. Whatever it says or does on its own account while it idles ends it. */
  keep(child: GuestChild): void {
    const drop = (): void => {
      child.listen(undefined);
      void this.#drop(child);
    };
    child.listen({ onLine: drop, onOverflow: drop, onExit: drop });
    this.#idle.push(child);
  }

  /** Takes a child back after a run: kept when it comes back to its event loop, killed otherwise. */
  giveBack(child: GuestChild): void {
    if (!child.alive || this.#closed || child.runs >= RUNS_A_CHILD) {
      void this.#drop(child);
      return;
    }
    const back = this.#comeBack(child);
    const entry = { heapMb: child.heapMb, back };
    this.#returning.push(entry);
    void back.then((returned) => {
      const index = this.#returning.indexOf(entry);
      if (index < 0) return; // a run has claimed it
      this.#returning.splice(index, 1);
      if (returned !== undefined) this.keep(returned);
    });
  }

  #comeBack(child: GuestChild): Promise<GuestChild | undefined> {
    return new Promise((resolve) => {
      const drop = (): void => {
        clearTimeout(timer);
        child.listen(undefined);
        void this.#drop(child);
        resolve(undefined);
      };
      const timer = setTimeout(drop, RETURN_MS);
      const onLine = (line: string): void => {
        if (line !== 'cready' || this.#closed) {
          drop();
          return;
        }
        clearTimeout(timer);
        resolve(child);
      };
      child.listen({ onLine, onOverflow: drop, onExit: drop });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#idle.length = 0;
    await Promise.all([...this.#all].map((child) => this.#drop(child)));
  }

  async #drop(child: GuestChild): Promise<void> {
    const index = this.#idle.indexOf(child);
    if (index >= 0) this.#idle.splice(index, 1);
    await child.close();
    this.#all.delete(child);
  }

  async #load(child: GuestChild): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const refuse = (message: string): void => {
          reject(new InputError(`Expected a script that loads in a guest, got one that does not: ${message}`));
        };
        timer = setTimeout(() => {
          refuse(`it did not end within ${String(LOAD_MS)} ms.`);
        }, LOAD_MS);
        child.listen({
          onLine: (line) => {
            if (line === 'cready') resolve();
            else refuse(line.slice(0, 500));
          },
          onOverflow: () => {
            refuse('it sent too long a line.');
          },
          onExit: (exit) => {
            const end = crashEnd(exit, child.heapMb);
            const what = 'message' in end ? end.message : end.kind;
            reject(new SandboxError(`Expected a guest process to start (${process.execPath}), but it ended. ${what}`));
          },
        });
        child.write(`L${JSON.stringify(this.#bundle.script)}`);
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
