/** A fresh world with the linked script in it. One run a realm. */
export interface Realm {
  start(text: string): void;
  reply(text: string): void;
  /** Runs the jobs that a delivery left, where the engine does not by itself. */
  drain(): void;
  dispose(): void;
}

/** What runs harness code in a guest process. */
export interface Engine {
  /** Takes a linked script. @throws what the script's text is wrong with. */
  load(code: string): void;
  /**
   * Makes a realm and runs the script in it; the guest calls `send` with each of its messages.
   * @throws what the script throws.
   */
  realm(send: (text: unknown) => void): Realm;
}

/** Thrown by an engine whose guest needs more memory than its limit. */
export class GuestMemoryFull extends Error {}
