import { createHash } from 'node:crypto';
import { canonicalJson } from './json.js';

/** SHA-256 of UTF-8 text, lower-case hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** SHA-256 of a value's canonical JSON, lower-case hex. */
export const hashOf = (value: unknown): string => sha256(canonicalJson(value));
