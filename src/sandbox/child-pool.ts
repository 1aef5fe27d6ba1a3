import { availableParallelism } from 'node:os';
import type { Bundle } from '../ports/sandbox.js';
import { InputError } from '../task/error.js';
import { crashEnd } from './crash-end.js';
import { SandboxError } from './error.js';
import { GuestChild } from './guest-child.js';
import { CPU_SECONDS, launchCommand, type GuestMemory, type LaunchSpec } from './launch.js';

/** A process serves at most this many runs, so that nothing can pile up in it. */
const RUNS_A_CHILD = 500;
/** Nor for longer than half of what the kernel gives it, so that no run meets that bound. Milliseconds. */
const COMPUTE_A_CHILD_MS = CPU_SECONDS * 500;
/** Idle children that are kept: more cannot compute at the same time. */
const IDLE_CHILDREN = availableParallelism();
/** A process that has not loaded the script by then, or not come back from a finished run, is killed. Milliseconds. */
const LOAD_MS = 20_000;
const RETURN_MS = 1_000;

/** How the children of a sandbox are started. */
export type GuestPlace = Omit<LaunchSpec, 'memory'> & { readonly cwd: string };

/** The warm children of one version. A child is never shared between versions. */
export class ChildPool {
  readonly #bundle: Bundle;
  readonly #place: GuestPlace;
  readonly #all = new Set<GuestChild>();
  readonly #idle: GuestChild[] = [];
  /** Children on their way back from a run, not yet promised to anyone; each gives `undefined` when it had to be killed. */
  readonly #returning: { readonly memory: GuestMemory; readonly back: Promise<GuestChild | undefined> }[] = [];
  #closed = false;

  constructor(bundle: Bundle, place: GuestPlace) {
    this.#bundle = bundle;
    this.#place = place;
  }

  /**
   * A child that has loaded the script and runs nothing.
   * @throws InputError when the script does not load; SandboxError when no child starts.
   */
  async take(memory: GuestMemory): Promise<GuestChild> {
    if (this.#closed) throw new SandboxError('Expected an open version, got one that was closed: prepare it again.');
    const idle = this.#idle.findIndex((child) => child.alive && same(child.memory, memory));
    if (idle >= 0) return this.#idle.splice(idle, 1)[0] ?? (await this.#start(memory));
    const returning = this.#returning.findIndex((child) => same(child.memory, memory));
    if (returning < 0) return this.#start(memory);
    // A few milliseconds until it is back, against some hundred for a new one.
    const [claimed] = this.#returning.splice(returning, 1);
    const child = await claimed?.back;
    return child?.alive === true ? child : this.#start(memory);
  }

  async #start(memory: GuestMemory): Promise<GuestChild> {
    if (this.#closed) throw new SandboxError('Expected an open version, got one that was closed: prepare it again.');
    const child = new GuestChild(launchCommand({ ...this.#place, memory }), this.#place.cwd, memory);
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
    if (this.#idle.length >= IDLE_CHILDREN) {
      void this.#drop(child);
      return;
    }
    const drop = (): void => {
      child.listen(undefined);
      void this.#drop(child);
    };
    child.listen({ onLine: drop, onOverflow: drop, onNoise: drop, onExit: drop });
    this.#idle.push(child);
  }

  /** Takes a child back after a run: kept when it comes back to its event loop, killed otherwise. */
  giveBack(child: GuestChild): void {
    if (!child.alive || this.#closed || child.runs >= RUNS_A_CHILD || child.computeMs > COMPUTE_A_CHILD_MS) {
      void this.#drop(child);
      return;
    }
    const back = this.#comeBack(child);
    const entry = { memory: child.memory, back };
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
      child.listen({ onLine, onOverflow: drop, onNoise: drop, onExit: drop });
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
          onNoise: () => {
            refuse('it wrote too much to standard error.');
          },
          onExit: (exit) => {
            const end = crashEnd(exit, child.memory);
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

const same = (one: GuestMemory, other: GuestMemory): boolean =>
  one.heapMb === other.heapMb && one.dataMb === other.dataMb;
