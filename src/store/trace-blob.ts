import { z } from 'zod';
import { InputError } from '../task/error.js';
import { sha256 } from '../task/hash.js';
import { samplingSeed, versionId } from '../task/ids.js';
import type { Json } from '../task/json.js';
import type { CallReply, HostCall, Trace } from '../trace/trace.js';
import { TRACE_FORMAT } from '../trace/trace.js';
import { fromColumns, toColumns } from './node-columns.js';
import { deflate, inflate } from './packed.js';
import { StoreError } from './store-error.js';
import { StoredTrace } from './stored-trace.js';
import { MODERNIZERS, modernize } from './trace-modernizers.js';

/** A trace as it is stored, and the JSON texts of its calls by their SHA-256 (hex). */
export interface EncodedTrace {
  /** `ESPT`, the format as two bytes (big endian), then the body's JSON text, deflated. */
  readonly blob: Buffer;
  readonly payloads: ReadonlyMap<string, string>;
}

const MAGIC = 'ESPT';
const HEADER_BYTES = MAGIC.length + 2;

/** Writes a trace in the newest format. @throws StoreError for a trace that could not be read again (a NaN, say). */
export function encodeTrace(trace: Trace): EncodedTrace {
  const payloads = new Map<string, string>();
  const keep = (value: Json | CallReply): string => {
    const text = JSON.stringify(value);
    const hash = sha256(text);
    payloads.set(hash, text);
    return hash;
  };
  const { format, version, seed, task, nodes, calls, ...rest } = trace;
  const body = {
    version,
    seed,
    task,
    ...toColumns(nodes),
    calls: calls.map(({ request, reply, ...call }) => ({
      ...call,
      request: keep(request),
      ...(reply === undefined ? {} : { reply: keep(reply) }),
    })),
    ...rest,
  } satisfies StoredTrace;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeUInt16BE(format, MAGIC.length);
  return { blob: Buffer.concat([header, deflate(writable(body))]), payloads };
}

function writable(body: StoredTrace): string {
  const checked = StoredTrace.safeParse(body);
  if (checked.success) return JSON.stringify(body);
  throw new StoreError(
    'misuse',
    `Expected a trace with finite numbers and known kinds, got:\n${z.prettifyError(checked.error)}\nMend what records it.`,
  );
}

/**
 * Reads a trace of this format or an older one. `payload` gives a JSON text by its hash; `where` names the trace in errors.
 * @throws InputError for a format from a newer Espalier. @throws StoreError when the bytes are damaged.
 */
export function decodeTrace(blob: Buffer, payload: (hash: string) => string, where: string): Trace {
  const format = formatOf(blob, where);
  if (format > TRACE_FORMAT) {
    throw new InputError(
      `The ${where} has trace format ${String(format)}; this version of Espalier reads formats up to ${String(TRACE_FORMAT)}. Upgrade Espalier to read it.`,
    );
  }
  const stored = readBody(blob, format, where);
  const { version, seed, strings, nodes, calls, ...rest } = stored;
  return {
    format: TRACE_FORMAT,
    version: versionId(version),
    seed: samplingSeed(seed),
    ...rest,
    nodes: readNodes(strings, nodes, where),
    calls: calls.map((call) => readCall(call, payload)),
  };
}

function formatOf(blob: Buffer, where: string): number {
  if (blob.length < HEADER_BYTES || blob.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw damaged(where, `expected it to begin with ${MAGIC} and a format`);
  }
  return blob.readUInt16BE(MAGIC.length);
}

function readBody(blob: Buffer, format: number, where: string): StoredTrace {
  try {
    const body: unknown = JSON.parse(inflate(blob.subarray(HEADER_BYTES)));
    return StoredTrace.parse(modernize(body, format, MODERNIZERS));
  } catch (cause) {
    throw damaged(where, 'expected a body that inflates to a trace', cause);
  }
}

function readNodes(strings: readonly string[], columns: StoredTrace['nodes'], where: string): Trace['nodes'] {
  try {
    return fromColumns(strings, columns);
  } catch (cause) {
    throw damaged(where, 'expected every node to be whole', cause);
  }
}

function readCall(call: StoredTrace['calls'][number], payload: (hash: string) => string): HostCall {
  const { request, reply, ...rest } = call;
  return {
    ...rest,
    // Both texts were written from these types by `encodeTrace`, and their hashes name them.
    request: JSON.parse(payload(request)) as Json,
    ...(reply === undefined ? {} : { reply: JSON.parse(payload(reply)) as CallReply }),
  };
}

function damaged(where: string, expected: string, cause?: unknown): StoreError {
  return new StoreError(
    'corrupt',
    `The ${where} is damaged: ${expected}. Restore a copy of the store, or start with a new one.`,
    { cause },
  );
}
