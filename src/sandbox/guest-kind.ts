import type { Isolation } from '../ports/sandbox.js';

/** What runs harness code inside a guest process. */
export type Engine = 'vm2' | 'quickjs';

/** How a guest process is made. `namespaces`: Linux namespaces around it, with nothing but its own files inside. */
export interface GuestKind {
  readonly engine: Engine;
  readonly namespaces: boolean;
}

/** The two levels, and the plain child process that measurements compare with; no command can ask for the last. */
export const GUEST_KINDS: Readonly<Record<Isolation | 'none', GuestKind>> = {
  full: { engine: 'vm2', namespaces: true },
  portable: { engine: 'quickjs', namespaces: false },
  none: { engine: 'vm2', namespaces: false },
};
