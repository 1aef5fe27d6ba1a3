import { hashOf } from '../task/hash.js';
import { samplingSeed, type SamplingSeed } from '../task/ids.js';

/** What names one run of the harness within a run of `grow`. Never arrival order. */
export interface RunKey {
  readonly runSeed: number;
  readonly phase: 'collect' | 'verify' | 'gate' | 'test' | 'eval' | 'calibrate';
  /** Stream position, step or gate number. */
  readonly ordinal: number;
  readonly arm: string;
  readonly case: string;
  readonly repeat: number;
}

/** SHA-256 of the key: the seed of that run's clock, randomness and sampling. */
export const seedOf = (key: RunKey): SamplingSeed => samplingSeed(hashOf(key));

/** The 31-bit integer that an endpoint gets as its sampling seed. */
export const endpointSeed = (seed: SamplingSeed): number => Number.parseInt(seed.slice(0, 8), 16) >>> 1;
