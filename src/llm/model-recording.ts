import { z } from 'zod';
import type { Completion } from '../ports/llm.js';
import { InputError } from '../task/error.js';
import { schemaComplaint } from '../task/schema-complaint.js';

/** Version of the file's format. */
export const MODEL_RECORDING_FORMAT = 1;

/** A completion as it is kept, with the sampling seed that it answered: equal requests of two tasks stay apart. */
export interface RecordedCompletion extends Completion {
  readonly seed?: number;
}

/** Completions of a model, for running a harness again without it. */
export interface ModelRecording {
  readonly format: typeof MODEL_RECORDING_FORMAT;
  /** The model that wrote them: `openai:gpt-x`. */
  readonly model: string;
  /** One entry a request, by its hash; equal requests share one, in the order in which they were answered. */
  readonly replies: readonly { readonly request: string; readonly completions: readonly RecordedCompletion[] }[];
}

const tokens = z.int().nonnegative();

const ModelRecordingSchema = z.strictObject({
  format: z.literal(MODEL_RECORDING_FORMAT),
  model: z.string().min(1),
  replies: z.array(
    z.strictObject({
      request: z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex'),
      completions: z
        .array(
          z.strictObject({
            text: z.string(),
            finish: z.enum(['complete', 'truncated']),
            usage: z.strictObject({ inputTokens: tokens, cachedTokens: tokens, outputTokens: tokens }),
            seed: z.int().nonnegative().optional(),
          }),
        )
        .min(1),
    }),
  ),
});

/** Reads a recording's text; `where` names the file in errors. @throws InputError saying what is wrong in it. */
export function readModelRecording(text: string, where: string): ModelRecording {
  const advice =
    'Such a file is written by `espalier eval --save-replies <file>` and `espalier run --save-replies <file>`.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`Expected a model's recording in ${where}; it is not JSON. ${advice}`, { cause: error });
  }
  const read = ModelRecordingSchema.safeParse(value);
  if (!read.success) {
    const format = String(MODEL_RECORDING_FORMAT);
    throw new InputError(
      `Expected a model's recording of format ${format} in ${where}: ${schemaComplaint(read.error)}. ${advice}`,
    );
  }
  const { model, replies } = read.data;
  return {
    format: MODEL_RECORDING_FORMAT,
    model,
    replies: replies.map(({ request, completions }) => ({
      request,
      completions: completions.map(({ seed, ...completion }) =>
        seed === undefined ? completion : { ...completion, seed },
      ),
    })),
  };
}
