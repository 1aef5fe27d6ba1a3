import { hashOf } from '../task/hash.js';

/** SHA-256 (hex) of a gate record's canonical JSON without its own `digest`: shows a changed byte where no store is at hand. */
export const recordDigest = (record: object): string => hashOf({ ...record, digest: undefined });
