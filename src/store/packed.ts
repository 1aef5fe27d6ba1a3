import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json } from '../task/json.js';

/** How a column holds text: short text as it is, longer text deflated. SQLite keeps the two apart by type. */
export type Packed = string | Buffer;

const DEFLATE_ABOVE_BYTES = 200;

/** Deflates text of more than 200 UTF-8 bytes at level 1. */
export function pack(text: string): Packed {
  const bytes = Buffer.byteLength(text);
  return bytes > DEFLATE_ABOVE_BYTES ? deflate(text) : text;
}

export const unpack = (packed: Packed): string => (typeof packed === 'string' ? packed : inflate(packed));

/** JSON text has no lone surrogates and no NUL (both are escaped), so that it survives UTF-8 and SQLite. */
export const packJson = (value: unknown): Packed => pack(JSON.stringify(value));

// JSON.parse gives JSON; its declared type is `any`.
export const unpackJson = (packed: Packed): Json => JSON.parse(unpack(packed)) as Json;

/** Raw deflate, level 1: the fastest. */
export const deflate = (text: string): Buffer => deflateRawSync(text, { level: constants.Z_BEST_SPEED });

export const inflate = (bytes: Uint8Array): string => inflateRawSync(bytes).toString('utf8');
