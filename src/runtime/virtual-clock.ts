const RealDate = Date;
const construct = Reflect.construct;
const apply = Reflect.apply;
const define = Object.defineProperty;
const dateText = Date.prototype.toString;

/** Where virtual time begins: 2000-01-01T00:00:00Z, in milliseconds since the epoch. */
export const VIRTUAL_EPOCH_MS = 946_684_800_000;

/** A clock that moves by 1 ms at every read and every `tick`, and never by itself. */
export interface VirtualClock {
  /** Reads and advances. Milliseconds since the epoch. */
  read(): number;
  tick(): void;
}

export function virtualClock(): VirtualClock {
  let now = VIRTUAL_EPOCH_MS;
  return {
    read: () => now++,
    tick: () => {
      now += 1;
    },
  };
}

/** Replaces `Date` on a global object, so that no real time shows. */
export function installClock(target: object, clock: VirtualClock): void {
  function VirtualDate(...args: readonly unknown[]): unknown {
    const target = new.target as unknown; // a plain call has none, whatever its type says
    if (target === undefined) return apply(dateText, new RealDate(clock.read()), []);
    return construct(RealDate, args.length === 0 ? [clock.read()] : args, new.target);
  }
  VirtualDate.prototype = RealDate.prototype;
  const hidden = (object: object, key: string, value: unknown): void => {
    define(object, key, { value, writable: true, configurable: true, enumerable: false });
  };
  hidden(VirtualDate, 'name', 'Date');
  hidden(VirtualDate, 'length', 7);
  hidden(VirtualDate, 'now', () => clock.read());
  hidden(VirtualDate, 'parse', RealDate.parse);
  hidden(VirtualDate, 'UTC', RealDate.UTC);
  hidden(RealDate.prototype, 'constructor', VirtualDate);
  hidden(target, 'Date', VirtualDate);
}
