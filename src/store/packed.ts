import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json } from '../task/json.js';
import { damagedRow } from './store-error.js';

/** How a column holds text: short text as it is, longer text deflated. SQLite keeps the two apart by type. */
export type Packed = string | Buffer;

const DEFLATE_ABOVE_BYTES = 200;

/** Deflates text of more than 200 UTF-8 bytes at level 1. */
export function pack(text: string): Packed {
  const bytes = Buffer.byteLength(text);
  return bytes > DEFLATE_ABOVE_BYTES ? deflate(text) : text;
}

/** `where` names the row in the error: `version 1a2b in FILE`. @throws StoreError when it is damaged. */
export function unpack(packed: Packed, where: string): string {
  if (typeof packed === 'string') return packed;
  try {
    return inflate(packed);
  } catch (cause) {
    throw damagedRow(where, 'it does not inflate', cause);
  }
}

/** JSON text has no lone surrogates and no NUL (both are escaped), so that it survives UTF-8 and SQLite. */
export const packJson = (value: unknown): Packed => pack(JSON.stringify(value));

/** @throws StoreError when the row that `where` names is damaged. */
export function unpackJson(packed: Packed, where: string): Json {
  const text = unpack(packed, where);
  try {
    // JSON.parse gives JSON; its declared type is `any`.
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw damagedRow(where, 'it is no JSON', cause);
  }
}

/** Raw deflate, level 1: the fastest. */
export const deflate = (text: string): Buffer => deflateRawSync(text, { level: constants.Z_BEST_SPEED });

export const inflate = (bytes: Uint8Array): string => inflateRawSync(bytes).toString('utf8');
