import path from 'node:path';
import { InputError } from '../task/error.js';
import type { Case, Splits } from '../task/case.js';
import { schemaComplaint } from '../task/schema-complaint.js';
import { loadCases } from '../task/load-cases.js';
import { sealSplits, type SealedSplits } from '../task/sealed-cases.js';
import { type SplitSizes, splitCases } from '../task/split.js';
import { corpus } from '../families/corpus/corpus.js';
import { loadHotpotQa } from '../families/corpus/load-hotpotqa.js';
import { readText } from '../families/read-file.js';
import { loadHarness } from '../deploy/harness-directory.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { TaskFamily } from '../ports/family.js';
import { interfaceValidators } from '../measure/schemas.js';
import type { EspalierConfig, TaskFiles } from './config.js';
import { guardFamily } from './guard-family.js';
import { loadConfig } from './load-config.js';
import { checkedFamily, checkedTasks } from './read-members.js';
import { runLimits } from './settings.js';
import { userCode } from './user-code.js';

/** Where a command finds its family and tasks: a config, or a HotpotQA file named on the command line. */
export interface WorkspaceOptions {
  readonly directory: string;
  readonly config?: string;
  /** A HotpotQA JSON file: the corpus family over the pool of its paragraphs. */
  readonly hotpot?: string;
  readonly sizes?: SplitSizes;
  readonly splitSeed?: number;
}

/** A config with its family opened. Tasks are read only when asked for. */
export interface Workspace {
  readonly directory: string;
  readonly config: EspalierConfig;
  readonly name: string;
  readonly family: TaskFamily;
  readonly success: string;
  /** The splits, checked; the test cases are under seal from here on. */
  splits(): Promise<SealedSplits>;
  seedFiles(): Promise<HarnessFiles>;
}

/** @throws InputError for anything in config or task files that is not what it has to be. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { directory, config } =
    options.hotpot === undefined
      ? await loadConfig(options.directory, options.config)
      : await hotpotConfig(options, options.hotpot);
  const { family: given } = config;
  const opened = typeof given === 'function' ? await userCode('`family` of the config', given) : given;
  const family = guardFamily(checkedFamily(opened), runLimits(config.limits).wallMs);
  const success = config.success ?? family.scores[0];
  if (!family.scores.includes(success)) {
    throw new InputError(
      `Expected success to be a score of family "${family.name}" (${family.scores.join(', ')}), got "${success}".`,
    );
  }
  return {
    directory,
    config,
    name: config.name ?? family.name,
    family,
    success,
    splits: () => readSplits(config, directory, family),
    seedFiles: async () =>
      (await loadHarness(path.resolve(directory, config.seed ?? path.join('seeds', family.name)))).files,
  };
}

async function hotpotConfig(
  options: WorkspaceOptions,
  file: string,
): Promise<{ directory: string; config: EspalierConfig }> {
  const data = await loadHotpotQa(path.resolve(options.directory, file));
  const sizes = options.sizes ?? { train: 200, gate: 100, test: 200 };
  return {
    directory: options.directory,
    config: {
      name: 'hotpotqa',
      family: () => corpus({ passages: data.passages }),
      tasks: () => splitCases(data.cases, sizes, options.splitSeed ?? 1),
    },
  };
}

async function readSplits(config: EspalierConfig, directory: string, family: TaskFamily): Promise<SealedSplits> {
  const { tasks } = config;
  const given = checkedTasks(typeof tasks === 'function' ? await userCode('`tasks` of the config', tasks) : tasks);
  const splits = isFiles(given) ? await readFiles(given, directory) : given;
  for (const name of ['train', 'gate', 'test'] as const) {
    if (splits[name].length === 0)
      throw new InputError(`Expected at least one ${name} task, got none. Check \`tasks\` in the config.`);
  }
  checkCases(splits, family);
  return sealSplits(splits);
}

const isFiles = (given: Splits | TaskFiles): given is TaskFiles => 'file' in given || typeof given.train === 'string';

async function readFiles(files: TaskFiles, directory: string): Promise<Splits> {
  const read = async (name: string): Promise<readonly Case[]> => {
    const file = path.resolve(directory, name);
    return loadCases(await readText(file), file);
  };
  if ('file' in files) return splitCases(await read(files.file), files.sizes, files.splitSeed);
  return { train: await read(files.train), gate: await read(files.gate), test: await read(files.test) };
}

/** Every case is of the family's task schema and in one split only. @throws InputError naming the case. */
function checkCases(splits: Splits, family: TaskFamily): void {
  const { task } = interfaceValidators(family.interface);
  const seen = new Map<string, string>();
  for (const name of ['train', 'gate', 'test'] as const) {
    for (const item of splits[name]) {
      const other = seen.get(item.id);
      if (other !== undefined)
        throw new InputError(
          `Case "${item.id}" is in the ${other} split and again in the ${name} split; a case may be in one split only.`,
        );
      seen.set(item.id, name);
      const read = task.safeParse(item.task);
      if (!read.success) {
        throw new InputError(
          `Case "${item.id}" of the ${name} split is no task of family "${family.name}": ${schemaComplaint(read.error)}. Correct the case, or \`task\` in the family.`,
        );
      }
    }
  }
}
