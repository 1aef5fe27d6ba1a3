import path from 'node:path';
import { InputError } from '../../task/error.js';
import { hasConfig, loadConfig } from '../load-config.js';
import type { ConfigState, DoctorCheck } from './check.js';

/** Reads the config of a folder, or the one that is named. Never throws for what is in it. */
export async function readConfigState(directory: string, named?: string): Promise<ConfigState> {
  if (named === undefined && !hasConfig(directory)) return { kind: 'none' };
  try {
    return { kind: 'loaded', loaded: await loadConfig(directory, named) };
  } catch (error) {
    if (error instanceof InputError) return { kind: 'broken', message: error.message };
    throw error;
  }
}

/** Whether the workspace's config can be read, and what of it a machine has to give. */
export const configCheck: DoctorCheck = ({ config }) => {
  const name = 'config';
  switch (config.kind) {
    case 'none':
      return Promise.resolve([{ name, state: 'ok', detail: 'no espalier.config.ts here: nothing is asked for' }]);
    case 'broken': {
      const fix = 'Correct what it says, or name another with --config. Until then isolation is judged as `auto`.';
      return Promise.resolve([{ name, state: 'failed', detail: config.message, fix }]);
    }
    case 'loaded': {
      const { file, config: asked } = config.loaded;
      const wishes = [
        `sandbox ${asked.sandbox ?? 'auto'}`,
        `model ${nameOf(asked.model) ?? 'none'}`,
        `optimizer ${nameOf(asked.optimizer) ?? 'none'}`,
      ];
      return Promise.resolve([{ name, state: 'ok', detail: `${path.basename(file)} asks for ${wishes.join(', ')}` }]);
    }
  }
};

const nameOf = (given: string | { readonly name: string } | undefined): string | undefined =>
  typeof given === 'object' ? given.name : given;
