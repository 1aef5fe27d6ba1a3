import { z } from 'zod';
import { InputError } from '../task/error.js';

/** Version of the manifest's format. */
export const MANIFEST_FORMAT = 1;

const figures = z.object({ success: z.number(), low: z.number(), high: z.number(), n: z.number() });

/** What stands beside a frozen harness in `manifest.json`: where it comes from and what was measured. */
export const ManifestSchema: z.ZodType<Manifest> = z.object({
  format: z.literal(MANIFEST_FORMAT),
  name: z.string(),
  family: z.string(),
  version: z.string(),
  interfaceHash: z.string(),
  run: z.string(),
  commit: z.string(),
  isolation: z.string(),
  success: z.string(),
  model: z.string(),
  gate: z.object({ number: z.number(), success: z.number() }),
  test: figures.nullable(),
  modelCallsPerTask: z.number().nullable(),
  files: z.array(z.string()),
});

export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT;
  readonly name: string;
  readonly family: string;
  /** Hash of source and interface. */
  readonly version: string;
  readonly interfaceHash: string;
  readonly run: string;
  readonly commit: string;
  readonly isolation: string;
  /** The score that counted as success. */
  readonly success: string;
  readonly model: string;
  readonly gate: { readonly number: number; readonly success: number };
  readonly test: { readonly success: number; readonly low: number; readonly high: number; readonly n: number } | null;
  readonly modelCallsPerTask: number | null;
  readonly files: readonly string[];
}

/** Reads a manifest's text. @throws InputError naming the file and what is wrong in it. */
export function readManifest(text: string, where: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(
      `${where} is not JSON: ${String(error)}. It is written by espalier grow; restore it from git.`,
      { cause: error },
    );
  }
  const read = ManifestSchema.safeParse(value);
  if (!read.success)
    throw new InputError(
      `${where} is not a harness manifest of format ${String(MANIFEST_FORMAT)}:\n${z.prettifyError(read.error)}`,
    );
  return read.data;
}
