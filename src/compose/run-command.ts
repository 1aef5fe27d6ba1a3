import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BackendFault, InputError } from '../task/error.js';
import { schemaComplaint } from '../task/schema-complaint.js';
import { hashOf } from '../task/hash.js';
import { samplingSeed, type SamplingSeed } from '../task/ids.js';
import type { Json } from '../task/json.js';
import { NO_USAGE } from '../task/usage.js';
import { TRACE_FORMAT, type Trace } from '../trace/trace.js';
import type { Environment } from '../ports/family.js';
import type { Isolation, Prepared } from '../ports/sandbox.js';
import type { Bench } from '../measure/bench.js';
import { runInEnvironment } from '../measure/run-case.js';
import { closeWorld, openWorld } from '../measure/world.js';
import type { BudgetCaps } from '../measure/budget.js';
import { withBench } from './bench-command.js';
import type { ModelConfig } from './config.js';
import { readHarness } from './read-harness.js';
import { openWorkspace, type WorkspaceOptions } from './workspace.js';

/** One call of `espalier run`. */
export interface RunRequest {
  readonly workspace: WorkspaceOptions;
  /** Folder or git revision. */
  readonly harness: string;
  readonly tasks: AsyncIterable<TaskLine>;
  readonly model?: Partial<ModelConfig>;
  readonly budget?: BudgetCaps;
  /** Isolation of harness code. Default: the config's, else `auto`. */
  readonly sandbox?: 'auto' | Isolation;
  /** File for the model's replies, as a recording for `recorded:<file>`. */
  readonly saveReplies?: string;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** `priced`: whether what the model's calls cost is known. `isolation`: the level that the run was made at. */
  readonly onRun: (
    line: TaskLine,
    trace: Trace,
    about: { readonly priced: boolean; readonly isolation: string },
  ) => void;
}

/** One task and where it stood. */
export interface TaskLine {
  readonly where: string;
  readonly task: Json;
  readonly setup?: Json;
}

/**
 * Runs a harness on tasks that need no expected answer. Needs no store.
 * @throws InputError when a task is not of the family's task schema.
 */
export async function runCommand(request: RunRequest): Promise<void> {
  const workspace = await openWorkspace(request.workspace);
  const files = await readHarness(workspace.directory, request.harness, request.workspace.directory);
  const { model, budget, saveReplies, sandbox, signal } = request;
  const options = {
    ...(model ? { model } : {}),
    ...(budget ? { budget } : {}),
    ...(saveReplies === undefined ? {} : { saveReplies }),
    ...(sandbox === undefined ? {} : { sandbox }),
    signal,
  };
  await withBench({ workspace, files, ...options }, async ({ bench, prepared, priced, sandbox: { isolation } }) => {
    for await (const line of request.tasks) {
      const read = bench.validators.task.safeParse(line.task);
      if (!read.success) {
        throw new InputError(
          `${line.where} is no task of family "${workspace.family.name}": ${schemaComplaint(read.error)}.`,
        );
      }
      const seed = samplingSeed(hashOf({ seed: request.seed, task: line.task }));
      signal.throwIfAborted();
      request.onRun(line, await runTask(bench, prepared, line, seed), { priced, isolation });
    }
  });
}

/** One task in a world of its own; a world that does not open makes a missing run, as everywhere. */
async function runTask(
  bench: Bench,
  prepared: Prepared,
  { where, task, setup }: TaskLine,
  seed: SamplingSeed,
): Promise<Trace> {
  const what = `the task at ${where}`;
  let environment: Environment;
  try {
    environment = await openWorld(bench, { what, task, ...(setup === undefined ? {} : { setup }) }, bench.signal);
  } catch (error) {
    if (!(error instanceof BackendFault)) throw error;
    const { version } = prepared;
    const end = { kind: 'missing', message: error.message } as const;
    const none = { nodes: [], droppedNodes: 0, calls: [], usage: NO_USAGE, wallMs: 0 };
    return { format: TRACE_FORMAT, version, seed, task, end, ...none };
  }
  try {
    return await runInEnvironment(bench, prepared, { task }, seed, environment);
  } finally {
    await closeWorld(bench, what, environment);
  }
}

/** Tasks from JSONL: a task a line, or a case of which `task` and `setup` are taken. `-` is standard input. */
export async function* readTasks(file: string, directory: string, signal: AbortSignal): AsyncGenerator<TaskLine> {
  const name = file === '-' ? 'standard input' : path.resolve(directory, file);
  const input = file === '-' ? process.stdin : createReadStream(name, 'utf8');
  let number = 0;
  let tasks = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity, signal })) {
      number += 1;
      if (text.trim() === '') continue;
      tasks += 1;
      yield taskOf(text, `${name}:${String(number)}`);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(
      `Expected tasks in ${name}; it cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  signal.throwIfAborted();
  if (tasks === 0) throw new InputError(`Expected one task a line in ${name}; it has none.`);
}

/** Reads one task from JSON text. @throws InputError naming where it stood. */
export function taskOf(text: string, where: string): TaskLine {
  let value: Json;
  try {
    value = JSON.parse(text) as Json; // JSON.parse gives JSON
  } catch (error) {
    throw new InputError(
      `Expected a JSON task at ${where}: ${error instanceof Error ? error.message : String(error)}.${where === '--task' ? ` The shell may have taken its quotes: put the whole of it in single ones, as in --task '{"question":"…"}'.` : ''}`,
      { cause: error },
    );
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && 'task' in value) {
    const { task, setup } = value as { readonly task: Json; readonly setup?: Json };
    return { where, task, ...(setup === undefined ? {} : { setup }) };
  }
  return { where, task: value };
}
