import { type Command, Option } from 'commander';
import type { SplitSizes } from '../task/split.js';
import type { ModelConfig } from '../compose/config.js';
import type { WorkspaceOptions } from '../compose/workspace.js';
import { splitSizes, wholeNumber } from './parse-option.js';

/** Where family and tasks come from. */
export interface WorkspaceFlags {
  readonly config?: string;
  readonly hotpot?: string;
  readonly split?: SplitSizes;
  readonly splitSeed?: number;
}

export function addWorkspaceOptions(command: Command): Command {
  return command
    .option('-c, --config <file>', 'the workspace’s config (default: espalier.config.ts here)')
    .option('--hotpot <file>', 'no config: the corpus family over a HotpotQA JSON file')
    .addOption(
      new Option('--split <sizes>', 'with --hotpot: train/gate/test sizes (default: 200/100/200)').argParser(
        splitSizes,
      ),
    )
    .addOption(
      new Option('--split-seed <n>', 'with --hotpot: seed of the split (default: 1)').argParser(wholeNumber(0)),
    );
}

export const workspaceOf = (flags: WorkspaceFlags): WorkspaceOptions => ({
  directory: process.cwd(),
  ...(flags.config === undefined ? {} : { config: flags.config }),
  ...(flags.hotpot === undefined ? {} : { hotpot: flags.hotpot }),
  ...(flags.split === undefined ? {} : { sizes: flags.split }),
  ...(flags.splitSeed === undefined ? {} : { splitSeed: flags.splitSeed }),
});

/** The deployed model. */
export interface ModelFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
}

export function addModelOptions(command: Command): Command {
  return command
    .option(
      '-m, --model <name>',
      'the deployed model: none, embedded, openai:<model> or recorded:<file> (default: the config’s)',
    )
    .option('--base-url <url>', 'the model’s OpenAI-compatible endpoint')
    .option('--api-key-env <name>', 'environment variable that holds the model’s key (default: OPENAI_API_KEY)');
}

/** Where harness code runs. */
export interface SandboxFlags {
  readonly sandbox?: 'auto' | 'full' | 'portable';
}

export const addSandboxOption = (command: Command): Command =>
  command.addOption(
    new Option(
      '--sandbox <level>',
      'isolation of harness code: full, portable, or auto, the best of them here (default: the config’s, else auto)',
    ).choices(['auto', 'full', 'portable']),
  );

export const sandboxOf = (flags: SandboxFlags): SandboxFlags =>
  flags.sandbox === undefined ? {} : { sandbox: flags.sandbox };

/** For the commands that ask a model and keep no store. */
export const addSaveReplies = (command: Command): Command =>
  command.option('--save-replies <file>', 'keep the model’s replies, for -m recorded:<file>');

export const modelOf = (flags: ModelFlags): Partial<ModelConfig> => ({
  ...(flags.model === undefined ? {} : { name: flags.model }),
  ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
  ...(flags.apiKeyEnv === undefined ? {} : { apiKeyEnv: flags.apiKeyEnv }),
});
