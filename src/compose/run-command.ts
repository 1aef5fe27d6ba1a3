import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { InputError } from '../task/error.js';
import { hashOf } from '../task/hash.js';
import { samplingSeed } from '../task/ids.js';
import type { Json } from '../task/json.js';
import type { Trace } from '../trace/trace.js';
import { runInEnvironment } from '../measure/run-case.js';
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
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onRun: (line: TaskLine, trace: Trace) => void;
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
  const files = await readHarness(workspace.directory, request.harness);
  const { model, budget, signal } = request;
  const options = { ...(model ? { model } : {}), ...(budget ? { budget } : {}), signal };
  await withBench({ workspace, files, ...options }, async ({ bench, prepared }) => {
    for await (const line of request.tasks) {
      const read = bench.validators.task.safeParse(line.task);
      if (!read.success) {
        const issue = read.error.issues[0];
        throw new InputError(`${line.where} is no task of family "${workspace.family.name}": ${issue?.path.join('.') || 'task'}: ${issue?.message ?? ''}.`);
      }
      const seed = samplingSeed(hashOf({ seed: request.seed, task: line.task }));
      const environment = await workspace.family.open({ task: line.task, ...(line.setup === undefined ? {} : { setup: line.setup }) });
      try {
        request.onRun(line, await runInEnvironment(bench, prepared, { task: line.task }, seed, environment));
      } finally {
        await environment.close();
      }
    }
  });
}

/** Tasks from JSONL: a task a line, or a case of which `task` and `setup` are taken. `-` is standard input. */
export async function* readTasks(file: string, directory: string): AsyncGenerator<TaskLine> {
  const name = file === '-' ? 'standard input' : path.resolve(directory, file);
  const input = file === '-' ? process.stdin : createReadStream(name, 'utf8');
  let number = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      if (text.trim() !== '') yield taskOf(text, `${name}:${String(number)}`);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`Expected tasks in ${name}; it cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (number === 0) throw new InputError(`Expected one task a line in ${name}; it is empty.`);
}

/** Reads one task from JSON text. @throws InputError naming where it stood. */
export function taskOf(text: string, where: string): TaskLine {
  let value: Json;
  try {
    value = JSON.parse(text) as Json; // JSON.parse gives JSON
  } catch (error) {
    throw new InputError(`Expected a JSON task at ${where}: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && 'task' in value) {
    const { task, setup } = value as { readonly task: Json; readonly setup?: Json };
    return { where, task, ...(setup === undefined ? {} : { setup }) };
  }
  return { where, task: value };
}
