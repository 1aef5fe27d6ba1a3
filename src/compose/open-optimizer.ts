import { existsSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../task/error.js';
import { locateProgram } from '../optimizer/child-environment.js';
import { commandProposer } from '../optimizer/command-proposer.js';
import { llmProposer } from '../optimizer/llm-proposer.js';
import { programSearch } from '../optimizer/operators/program-search.js';
import { openRecordedProposer } from '../optimizer/recorded-proposer.js';
import type { Proposer } from '../ports/proposer.js';
import type { OptimizerConfig } from './config.js';
import { openModel } from './open-model.js';

/** The optimizer's settings, whichever way the config gave them. @throws InputError when there are none. */
export function optimizerConfig(given: string | OptimizerConfig | undefined): OptimizerConfig {
  if (given === undefined) {
    throw new InputError(
      'Expected an optimizer; none is configured. Set `optimizer` in the config or --optimizer: operators, random, command:<program>, openai:<model> or recorded:<folder>.',
    );
  }
  return typeof given === 'string' ? { name: given } : given;
}

/**
 * The settings in force: the command line's over the config's. Another optimizer has none of the config's settings,
 * but a model of the same kind keeps the endpoint.
 */
export function optimizerInForce(
  given: string | OptimizerConfig | undefined,
  named: Partial<OptimizerConfig> = {},
): OptimizerConfig {
  if (named.name === undefined) return { ...optimizerConfig(given), ...named };
  const configured = given === undefined ? undefined : optimizerConfig(given);
  if (configured?.name === named.name) return { ...configured, ...named };
  if (!configured?.name.startsWith('openai:') || !named.name.startsWith('openai:'))
    return { ...named, name: named.name };
  const { price: _price, ...endpoint } = configured;
  return { ...endpoint, ...named, name: named.name };
}

/** Before anything is measured: a run may pay a lot until it first asks its optimizer. */
function programFile(program: string, directory: string): string {
  const located = locateProgram(program);
  const file = path.resolve(directory, located);
  if ((located.includes('/') || located.includes(path.sep)) && existsSync(file)) return file;
  throw new InputError(
    `Cannot start the optimizer's command \`${program}\`: there is no such program. Check that it is installed and on the PATH, or name its file (./ is ${directory}).`,
  );
}

/** The program starts in an empty folder: an argument that names a file of the workspace becomes its full path. */
const fileOf = (part: string, directory: string): string =>
  part.includes('/') && !path.isAbsolute(part) && existsSync(path.resolve(directory, part))
    ? path.resolve(directory, part)
    : part;

/**
 * Opens an optimizer. Relative paths of `recorded` and `command` are looked up from `directory`; `seed` is the run's, for those that
 * search by it. @throws InputError
 */
export async function openOptimizer(
  config: OptimizerConfig,
  directory: string,
  seed: number,
  onStderr: (line: string) => void,
): Promise<Proposer> {
  const colon = config.name.indexOf(':');
  const kind = colon < 0 ? config.name : config.name.slice(0, colon);
  const rest = colon < 0 ? '' : config.name.slice(colon + 1).trim();
  if (config.name === 'operators' || config.name === 'random') return programSearch({ kind: config.name, seed });
  if (rest !== '' && kind === 'recorded') return openRecordedProposer(path.resolve(directory, rest));
  if (rest !== '' && kind === 'command') {
    const command = rest.split(/\s+/);
    return commandProposer({
      command: [programFile(command[0] ?? '', directory), ...command.slice(1).map((part) => fileOf(part, directory))],
      timeoutMs: config.timeoutMs ?? 600_000,
      cwd: directory,
      onStderr,
      ...(config.priceUsdPerCall === undefined ? {} : { priceUsdPerCall: config.priceUsdPerCall }),
      ...(config.passEnv === undefined ? {} : { passEnv: config.passEnv }),
      ...(config.promptTokens === undefined ? {} : { promptTokens: config.promptTokens }),
    });
  }
  if (rest !== '' && kind === 'openai') {
    return llmProposer({
      llm: openModel({ timeoutMs: 600_000, ...config }),
      maxOutputTokens: config.maxOutputTokens ?? 16_000,
      ...(config.price === undefined ? {} : { price: config.price }),
      ...(config.temperature === undefined ? {} : { temperature: config.temperature }),
      ...(config.promptTokens === undefined ? {} : { promptTokens: config.promptTokens }),
    });
  }
  throw new InputError(
    `Expected an optimizer, got \`${config.name}\`. Possible are operators, random, command:<program and arguments>, openai:<model> and recorded:<folder>.`,
  );
}
