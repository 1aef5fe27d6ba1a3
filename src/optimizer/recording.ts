import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { InputError } from '../task/error.js';

/** The manifest's name in a recording's folder. */
export const MANIFEST = 'recording.json';

/** An optimizer's replies, verbatim, with where they came from. */
export interface Recording {
  /** The model or program that wrote them. */
  readonly model: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly replies: readonly RecordedReply[];
}

export interface RecordedReply {
  /** The proposal that it answered, from 1. */
  readonly ordinal: number;
  readonly text: string;
  /** SHA-256 (hex) of the prompt that it answered. */
  readonly promptHash: string;
  /** Set when the reply was cut at the token limit. */
  readonly finish?: 'truncated';
}

/** The manifest of a recording, format 1. */
const manifestSchema: z.ZodType<Manifest> = z.strictObject({
  format: z.literal(1),
  model: z.string().min(1),
  date: z.iso.date(),
  replies: z.array(
    z.strictObject({
      ordinal: z.int().min(1),
      file: z.string().regex(/^[\w-]+\.txt$/, 'write a plain file name that ends in .txt, as in `0001.txt`'),
      promptHash: z.string().regex(/^[0-9a-f]{64}$/, 'write a SHA-256 in lower-case hex'),
      finish: z.literal('truncated').optional(),
    }),
  ),
});

interface Manifest {
  readonly format: 1;
  readonly model: string;
  readonly date: string;
  readonly replies: readonly {
    readonly ordinal: number;
    readonly file: string;
    readonly promptHash: string;
    readonly finish?: 'truncated' | undefined;
  }[];
}

/**
 * Reads a recording's folder: `recording.json` and one text file a reply.
 * @throws InputError that names the file and what is wrong with it.
 */
export async function loadRecording(directory: string): Promise<Recording> {
  const file = path.join(directory, MANIFEST);
  const parsed = manifestSchema.safeParse(parseJson(await read(file), file));
  if (!parsed.success) {
    throw new InputError(`${file} is no recording manifest (format 1):\n${z.prettifyError(parsed.error)}`);
  }
  const { model, date, replies } = parsed.data;
  const ordinals = new Set(replies.map((one) => one.ordinal));
  if (ordinals.size < replies.length) throw new InputError(`${file} names two replies for one ordinal; keep one.`);
  const texts = await Promise.all(replies.map((one) => read(path.join(directory, one.file))));
  return {
    model,
    date,
    replies: replies.map(({ ordinal, promptHash, finish }, index) => ({
      ordinal,
      promptHash,
      text: texts[index] ?? '',
      ...(finish === undefined ? {} : { finish }),
    })),
  };
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new InputError(
      `Cannot read ${file}. A recording is a folder with ${MANIFEST} and the reply files that it names; check the path.`,
      { cause },
    );
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
