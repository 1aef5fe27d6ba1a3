import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { InputError } from '../task/error.js';
import { DEFAULT_GROW_OPTIONS, type GrowOptions, GrowOptionsSchema } from '../grow/options.js';
import { DEFAULT_LIMITS } from '../measure/default-limits.js';
import type { RunLimits } from '../ports/sandbox.js';

/** What the loop's options are where neither config nor command line says. */
export const LOOP_DEFAULTS: GrowOptions = DEFAULT_GROW_OPTIONS;

/** Options in force: the defaults, under the config's, under the command line's. @throws InputError naming the option. */
export function growOptions(
  ...layers: readonly (Partial<Record<keyof GrowOptions, unknown>> | undefined)[]
): GrowOptions {
  const merged: Record<string, unknown> = { ...DEFAULT_GROW_OPTIONS };
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) if (value !== undefined) merged[name] = value;
  }
  const read = GrowOptionsSchema.safeParse(merged);
  if (!read.success) {
    const unknown = read.error.issues.some((issue) => issue.code === 'unrecognized_keys');
    const names = unknown ? `\nOptions of grow: ${Object.keys(DEFAULT_GROW_OPTIONS).join(', ')}.` : '';
    throw new InputError(`An option of grow is not what it has to be:\n${z.prettifyError(read.error)}${names}`);
  }
  if (read.data.gate === 'paper' && read.data.gateRotate !== 'off') {
    throw new InputError(
      'Expected --gate-rotate with the gate `paired` or `off`, got `paper`: it compares with a stored score, and that is of another part of the gate set. Leave one of the two out.',
    );
  }
  return Object.freeze(read.data);
}

/** Limits in force. @throws InputError naming the limit. */
export function runLimits(given: Partial<RunLimits> | undefined): RunLimits {
  const merged = { ...DEFAULT_LIMITS, ...given, guest: { ...DEFAULT_LIMITS.guest, ...given?.guest } };
  const check = (name: string, value: unknown): void => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0) {
      throw new InputError(`Expected limits.${name} to be a whole number above 0, got ${JSON.stringify(value)}.`);
    }
  };
  for (const [name, value] of Object.entries(merged)) {
    if (!(name in DEFAULT_LIMITS))
      throw new InputError(`There is no limit "${name}". Limits: ${Object.keys(DEFAULT_LIMITS).join(', ')}.`);
    if (name === 'guest') for (const [inner, number] of Object.entries(merged.guest)) check(`guest.${inner}`, number);
    else check(name, value);
  }
  return Object.freeze(merged);
}

/**
 * Runs at the same time where nothing is said: cores bound code and the embedded model, which works while half of the
 * runs wait for it; an endpoint bounds calls.
 */
export function defaultConcurrency(model: string): number {
  const cores = availableParallelism();
  return model === 'none' ? cores : model === 'embedded' ? 2 * cores : 8;
}
