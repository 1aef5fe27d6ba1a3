import { InputError } from '../../task/error.js';
import type { ModelConfig, OptimizerConfig } from '../config.js';
import { checkEndpoint } from './check-endpoint.js';
import type { DoctorCheck, Finding } from './check.js';

/** Whether the endpoints that the config names for the deployed model and for the optimizer answer. */
export const endpointCheck: DoctorCheck = async ({ config, env }) => {
  if (config.kind !== 'loaded') return [];
  const { model, optimizer } = config.loaded.config;
  const findings: Finding[] = [];
  for (const [name, given] of [
    ['model endpoint', model],
    ['optimizer endpoint', optimizer],
  ] as const) {
    const settings = settingsOf(given);
    if (settings?.name.startsWith('openai:') === true) findings.push(await finding(name, settings, env));
  }
  return findings;
};

const settingsOf = (given: string | ModelConfig | OptimizerConfig | undefined): ModelConfig | undefined =>
  typeof given === 'string' ? { name: given } : given;

async function finding(
  name: string,
  settings: ModelConfig,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Finding> {
  try {
    const checked = await checkEndpoint(settings, env);
    if (checked.state === 'ok' || checked.state === 'not-needed') return { name, state: 'ok', detail: checked.message };
    return { name, state: 'failed', detail: checked.message, fix: checked.fix };
  } catch (error) {
    // `openai:` with no model behind it.
    if (error instanceof InputError) return { name, state: 'failed', detail: error.message, fix: 'Name a model.' };
    throw error;
  }
}
