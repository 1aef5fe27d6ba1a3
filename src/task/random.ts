import { createHash } from 'node:crypto';

/** A deterministic stream of numbers from one seed text. Equal seeds give equal streams on every machine. */
export interface RandomStream {
  /** Uniform in [0, n), an integer, without modulo bias; n from 1 to 2^32. */
  below(n: number): number;
  /** True with probability `share`, to 2^-32. */
  chance(share: number): boolean;
  /** One item, uniformly. @throws RangeError when there are none. */
  pick<T>(items: readonly T[]): T;
  /** A new array in uniformly random order (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): readonly T[];
}

/** The stream is the 32-bit big-endian words of SHA-256(`seed:0`), SHA-256(`seed:1`), … */
export function randomStream(seed: string): RandomStream {
  let block = Buffer.alloc(0);
  let offset = 0;
  let ordinal = 0;
  const word = (): number => {
    if (offset >= block.length) {
      block = createHash('sha256')
        .update(`${seed}:${String(ordinal++)}`)
        .digest();
      offset = 0;
    }
    const value = block.readUInt32BE(offset);
    offset += 4;
    return value;
  };
  const below = (n: number): number => {
    const fair = 2 ** 32 - (2 ** 32 % n);
    let value = word();
    while (value >= fair) value = word();
    return value % n;
  };
  return {
    below,
    chance: (share) => word() < share * 2 ** 32,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError('Expected at least one item to pick from, got none.');
      // The index lies within the array.
      return items[below(items.length)] as T;
    },
    shuffle: <T>(items: readonly T[]): readonly T[] => {
      const out = [...items];
      for (let last = out.length - 1; last > 0; last--) {
        const other = below(last + 1);
        // Both indices lie within the array.
        [out[last], out[other]] = [out[other] as T, out[last] as T];
      }
      return out;
    },
  };
}

/**
 * Uniform numbers in [0, 1) from one seed text, for simulations that draw millions: sfc32 (Chris Doty-Humphrey, PractRand), its
 * state the first 128 bits of SHA-256 of the seed. Equal seeds give equal numbers on every machine.
 */
export function uniformStream(seed: string): () => number {
  const start = createHash('sha256').update(seed).digest();
  let a = start.readInt32BE(0);
  let b = start.readInt32BE(4);
  let c = start.readInt32BE(8);
  let counter = start.readInt32BE(12);
  return () => {
    const word = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + word;
    return (word >>> 0) / 2 ** 32;
  };
}
