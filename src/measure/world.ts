import { BackendFault, EspalierError } from '../task/error.js';
import type { Json } from '../task/json.js';
import type { Environment } from '../ports/family.js';
import type { Bench } from './bench.js';
import { EnvironmentBroken } from './call-tool.js';
import { withDeadline } from './deadline.js';

/** What a world is opened for, and what a message calls it: `case "a"`. */
export interface WorldInput {
  readonly what: string;
  readonly task: Json;
  readonly setup?: Json;
}

type WorldBench = Pick<Bench, 'family' | 'limits'>;

/**
 * Opens one world, within `limits.toolMs`; one that comes later is closed at once, since nobody is left to use it.
 * @throws BackendFault when the family says so, or does not open in time; EnvironmentBroken for any other error;
 * the signal's reason.
 */
export async function openWorld(bench: WorldBench, input: WorldInput, signal: AbortSignal): Promise<Environment> {
  const { family, limits } = bench;
  const where = `open() of family "${family.name}" on ${input.what}`;
  const setup = input.setup === undefined ? {} : { setup: input.setup };
  let late = false;
  const opening = async (): Promise<Environment> => {
    const environment = await family.open({ task: input.task, ...setup });
    if (late) await environment.close();
    return environment;
  };
  try {
    return await withDeadline(limits.toolMs, signal, where, opening, 'limits.toolMs');
  } catch (error) {
    late = true;
    if (signal.aborted || error instanceof EspalierError) throw error;
    throw broken(where, error);
  }
}

/** Closes a world, after Ctrl-C too. @throws EnvironmentBroken when the family cannot, since worlds would pile up. */
export async function closeWorld(bench: WorldBench, what: string, environment: Environment): Promise<void> {
  const where = `close() of family "${bench.family.name}" on ${what}`;
  try {
    await withDeadline(
      bench.limits.toolMs,
      new AbortController().signal,
      where,
      () => environment.close(),
      'limits.toolMs',
    );
  } catch (error) {
    if (error instanceof EspalierError && !(error instanceof BackendFault)) throw error;
    throw broken(where, error);
  }
}

function broken(where: string, error: unknown): EnvironmentBroken {
  const message = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  const said = message.startsWith(where) ? message : `${where} failed: ${message}`;
  return new EnvironmentBroken(`${said}. Fix it, then start again (grow: --resume).`, { cause: error });
}
