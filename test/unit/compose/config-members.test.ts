import { expect, test } from 'vitest';
import { z } from 'zod';
import { guardFamily } from '../../../src/compose/guard-family.js';
import { growOptions, runLimits } from '../../../src/compose/settings.js';
import { defineFamily } from '../../../src/families/define-family.js';
import { BackendFault, InputError } from '../../../src/task/error.js';
import { caseId } from '../../../src/task/ids.js';
import type { TaskFamily } from '../../../src/ports/family.js';

const family = (open: () => { tools: Record<string, never>; close?: () => Promise<void> }): TaskFamily =>
  defineFamily({
    name: 'echo',
    task: z.string(),
    answer: z.string(),
    tools: {},
    scores: ['exact'],
    open,
    evaluate: ({ task }, answer) => {
      if (task === 'throw') throw new TypeError('no luck');
      return { scores: { exact: answer === task ? 1 : 0 }, feedback: '' };
    },
  });

test('a guarded family works as the family does', async () => {
  const guarded = guardFamily(
    family(() => ({ tools: {} })),
    1_000,
  );
  const environment = await guarded.open({ task: 'a' });
  const outcome = await guarded.evaluate({ id: caseId('1'), task: 'a', expected: null }, 'a', environment);
  expect(outcome.scores).toEqual({ exact: 1 });
  await environment.close();
});

test('what its functions throw unawares names the function and the place; known errors pass', async () => {
  const throwing = (error: Error): TaskFamily => {
    const open = (): never => {
      throw error;
    };
    return guardFamily(family(open), 1_000);
  };
  const unawares = throwing(new TypeError('no luck')).open({ task: 'a' });
  await expect(unawares).rejects.toThrow(InputError);
  await expect(unawares).rejects.toThrow(
    /open\(\) of family "echo" threw TypeError: no luck \(at .*config-members\.test\.ts:\d+\)/,
  );
  await expect(throwing(new BackendFault('down')).open({ task: 'a' })).rejects.toThrow(BackendFault);
  const guarded = guardFamily(
    family(() => ({ tools: {} })),
    1_000,
  );
  const environment = await guarded.open({ task: 'throw' });
  const judged = guarded.evaluate({ id: caseId('1'), task: 'throw', expected: null }, 'a', environment);
  await expect(judged).rejects.toThrow(/^TypeError: no luck \(at/);
});

test('a family that does not close in time is a backend fault', async () => {
  const hangs = { ...family(() => ({ tools: {} })), close: () => new Promise<void>(() => undefined) };
  await expect(guardFamily(hangs, 20).close?.()).rejects.toThrow(
    'close() of family "echo" did not answer within 20 ms.',
  );
});

test('options come from the command line, else the config, else the defaults', () => {
  const options = growOptions({ window: 3, seed: 7 }, { window: 4, seed: undefined });
  expect(options).toMatchObject({ window: 4, seed: 7, editBudget: 6 });
  expect(() => growOptions({ windows: 3 } as never)).toThrow(
    /Unrecognized key: "windows"[^]*Options of grow: window, /,
  );
  expect(() => growOptions({ window: 0 })).toThrow(InputError);
});

test('limits are checked by name and value', () => {
  expect(runLimits({ toolMs: 5 })).toMatchObject({ toolMs: 5, wallMs: 60_000 });
  expect(() => runLimits({ toolMs: 0.5 })).toThrow('limits.toolMs');
  expect(() => runLimits({ wallSeconds: 1 } as never)).toThrow('There is no limit "wallSeconds"');
});
