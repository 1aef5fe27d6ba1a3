import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import { z } from 'zod';
import { EspalierError, InputError } from '../task/error.js';
import { thrown } from './user-code.js';
import { CONFIG_MEMBERS, ConfigSchema, type EspalierConfig } from './config.js';

const NAMES = ['espalier.config.ts', 'espalier.config.js', 'espalier.config.mjs'] as const;

/** A config and the folder that its paths are relative to. */
export interface LoadedConfig {
  readonly file: string;
  readonly directory: string;
  readonly config: EspalierConfig;
}

/**
 * Reads the config of a workspace.
 * @throws InputError when there is none, when it does not load, or when a member is not what it has to be.
 */
export async function loadConfig(directory: string, named?: string): Promise<LoadedConfig> {
  const file = named === undefined ? findConfig(directory) : path.resolve(directory, named);
  if (!existsSync(file))
    throw new InputError(`Expected a config at ${file}; there is no such file. Name one with --config.`);
  const module = await importConfig(file);
  const value: unknown =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (value === undefined) {
    throw new InputError(
      `Expected ${file} to have a default export (export default defineConfig({ ... })); it has none.`,
    );
  }
  const read = ConfigSchema.safeParse(value);
  if (!read.success) {
    const unknown = read.error.issues.some((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0);
    const members = unknown ? `\nA config has: ${CONFIG_MEMBERS.join(', ')}.` : '';
    throw new InputError(`The config ${file} is not what it has to be:\n${z.prettifyError(read.error)}${members}`);
  }
  // ConfigSchema has checked the members; the functions' types cannot be checked before they are called.
  return { file, directory: path.dirname(file), config: value as EspalierConfig };
}

/** Whether a folder has a config. */
export const hasConfig = (directory: string): boolean => NAMES.some((name) => existsSync(path.join(directory, name)));

function findConfig(directory: string): string {
  const name = NAMES.find((candidate) => existsSync(path.join(directory, candidate)));
  if (name !== undefined) return path.join(directory, name);
  throw new InputError(
    `Expected espalier.config.ts in ${directory}; there is none. Go to the workspace's folder, or name a config with --config.`,
  );
}

async function importConfig(file: string): Promise<unknown> {
  // One instance of this package, whichever way the config finds it: errors are matched with instanceof.
  const own = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../index.ts' : '../index.js', import.meta.url));
  const jiti = createJiti(import.meta.url, { alias: { espalier: own }, interopDefault: false, moduleCache: false });
  try {
    return await jiti.import(file);
  } catch (error) {
    if (error instanceof EspalierError) throw error;
    throw new InputError(`The config ${file} could not be loaded: ${thrown(error)}`, { cause: error });
  }
}
