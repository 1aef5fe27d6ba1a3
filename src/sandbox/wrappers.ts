import type { Isolation } from '../ports/sandbox.js';

/** Programs of this machine that put walls around a process, by absolute path; missing where one does not work. */
export interface Wrappers {
  /** Lets the kernel kill the guest with its host. */
  readonly setpriv?: string;
  /** Bounds memory outside the heap, processor time, files and core dumps. */
  readonly prlimit?: string;
  readonly bwrap?: Bubblewrap;
  /** Levels at which guests of root run as a user without rights; empty where the host is not root. */
  readonly unprivileged?: readonly Isolation[];
}

export interface Bubblewrap {
  readonly path: string;
  /** Files that Node.js loads at its start: shared libraries and their loader. */
  readonly libraries: readonly string[];
  /** Whether it can also forbid further user namespaces inside (0.8 and newer). */
  readonly disablesUserNamespaces: boolean;
}

/** Why a wrapper is not there. */
export type WrapperFault =
  | { readonly kind: 'not-linux' }
  | { readonly kind: 'not-installed' }
  | { readonly kind: 'does-not-start'; readonly output: string };

/** The wrappers that are programs. */
export type WrapperName = 'setpriv' | 'prlimit' | 'bwrap';

export interface FoundWrappers {
  readonly wrappers: Wrappers;
  readonly faults: Readonly<Partial<Record<WrapperName, WrapperFault>>>;
  /** Why guests of root stay root outside of their namespaces, by level; none where they do not, or the host is not root. */
  readonly staysRoot?: Readonly<Partial<Record<Isolation, string>>>;
}
