import { EspalierError, InputError } from '../task/error.js';
import { withDeadline } from '../measure/deadline.js';
import type { Environment, TaskFamily } from '../ports/family.js';
import { thrown, userCode } from './user-code.js';

/**
 * The same family, whose functions throw known errors alone: what they throw unawares comes as an error that names the
 * function and the place. Deadlines of a world are its run's; the family itself must close within `closeMs`.
 */
export function guardFamily(family: TaskFamily, closeMs: number): TaskFamily {
  const name = `family "${family.name}"`;
  const originals = new WeakMap<Environment, Environment>();
  const { leaks, close } = family;
  return {
    name: family.name,
    interface: family.interface,
    scores: family.scores,
    async open(input) {
      const original = await userCode(`open() of ${name}`, () => family.open(input));
      const environment: Environment = {
        tools: original.tools,
        close: () => userCode(`close() of an environment of ${name}`, () => original.close()),
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
    ...(close === undefined
      ? {}
      : {
          close: () =>
            userCode(`close() of ${name}`, () =>
              // After Ctrl-C too.
              withDeadline(closeMs, new AbortController().signal, `close() of ${name}`, () => close.call(family)),
            ),
        }),
  };
}
