import { EspalierError, InputError } from '../task/error.js';
import { withDeadline } from '../measure/deadline.js';
import type { Environment, TaskFamily } from '../ports/family.js';
import { thrown, userCode } from './user-code.js';

/**
 * The same family with bounded functions: what they throw unawares comes as an error that names the function, and a
 * world that does not open or close within `deadlineMs` is a BackendFault.
 */
export function guardFamily(family: TaskFamily, deadlineMs: number, signal: AbortSignal): TaskFamily {
  const name = `family "${family.name}"`;
  const originals = new WeakMap<Environment, Environment>();
  const { leaks, close } = family;
  const guarded = <T>(what: string, work: () => Promise<T>, cut: AbortSignal): Promise<T> =>
    userCode(what, () => withDeadline(deadlineMs, cut, what, work));
  // Worlds are closed after Ctrl-C too.
  const never = new AbortController().signal;
  return {
    name: family.name,
    interface: family.interface,
    scores: family.scores,
    async open(input) {
      const original = await guarded(`open() of ${name}`, () => family.open(input), signal);
      const environment: Environment = {
        tools: original.tools,
        close: () => guarded(`close() of an environment of ${name}`, () => original.close(), never),
      };
      originals.set(environment, original);
      return environment;
    },
    async evaluate(item, answer, environment) {
      try {
        return await family.evaluate(item, answer, originals.get(environment) ?? environment);
      } catch (error) {
        if (error instanceof EspalierError) throw error;
        throw new InputError(thrown(error), { cause: error });
      }
    },
    ...(leaks === undefined ? {} : { leaks }),
    ...(close === undefined ? {} : { close: () => guarded(`close() of ${name}`, () => close.call(family), never) }),
  };
}
