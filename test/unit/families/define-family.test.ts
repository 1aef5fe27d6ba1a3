import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineFamily } from '../../../src/families/define-family.js';
import type { TaskFamily } from '../../../src/ports/family.js';
import { InputError, ToolError } from '../../../src/task/error.js';
import { caseId } from '../../../src/task/ids.js';

interface Twist {
  readonly name?: string;
  readonly tool?: string;
  readonly result?: string;
  readonly score?: number;
}

/** A family that counts its calls, with one thing twisted. */
const counter = ({ name = 'counter', tool = 'bump', result, score = 1 }: Twist = {}): TaskFamily =>
  defineFamily({
    name,
    task: z.object({ from: z.int() }),
    answer: z.string(),
    setup: z.object({ step: z.number() }),
    expected: z.object({ total: z.number() }),
    tools: {
      [tool]: {
        description: 'Adds.',
        input: z.object({ times: z.int().default(1) }),
        output: z.object({ total: z.number() }),
      },
    },
    scores: ['right'],
    open: ({ task, setup }) => {
      let total = task.from;
      return {
        total: () => total,
        tools: {
          [tool]: ({ times }) => {
            total += times * (setup?.step ?? 1);
            // A result that breaks the output schema, as untyped user code could give it.
            return result === undefined ? { total } : JSON.parse(result);
          },
        },
      };
    },
    evaluate: (item, _answer, world) => ({
      scores: { right: world.total() === item.expected.total ? score : 0 },
      feedback: String(world.total()),
    }),
  });

const signal = new AbortController().signal;
const item = { id: caseId('c'), task: { from: 1 }, setup: { step: 2 }, expected: { total: 5 } };

describe('defineFamily', () => {
  it('opens a world of its own a run, fills in defaults, and evaluates in it', async () => {
    const family = counter();
    const [a, b] = [await family.open(item), await family.open(item)];
    expect(await a.tools['bump']?.({}, signal)).toEqual({ total: 3 });
    expect(await a.tools['bump']?.({ times: 1 }, signal)).toEqual({ total: 5 });
    expect(await family.evaluate(item, 'x', a)).toEqual({ scores: { right: 1 }, feedback: '5' });
    expect((await family.evaluate(item, undefined, b)).scores).toEqual({ right: 0 });
    await a.close();
  });

  it('shows its schemas and declarations, with a hash that changes with them', () => {
    const { interface: shown } = counter();
    expect(shown.schemas.tools['bump']).toMatchObject({ description: 'Adds.', input: { type: 'object' } });
    expect(shown.dts).toContain('bump');
    expect(shown.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(counter().interface.hash).toBe(shown.hash);
    expect(counter({ tool: 'add' }).interface.hash).not.toBe(shown.hash);
  });

  it('answers bad arguments with a ToolError that says what was wrong', async () => {
    const { tools } = await counter().open(item);
    await expect(tools['bump']?.({ times: 'x' }, signal)).rejects.toThrow(ToolError);
    await expect(tools['bump']?.({ times: 'x' }, signal)).rejects.toThrow(/^bump: wrong arguments: times: /);
  });

  it('takes a broken case, tool result or score for an input error that names its place', async () => {
    await expect(counter().open({ task: { from: 'x' } })).rejects.toThrow(
      /Family `counter`: task has a wrong shape: from: /,
    );
    const broken = await counter({ result: '{"total":"x"}' }).open(item);
    await expect(broken.tools['bump']?.({}, signal)).rejects.toThrow(
      /result of tool `bump` has a wrong shape: total: /,
    );
    const family = counter({ score: 2 });
    const world = await family.open({ task: { from: 5 } });
    await expect(family.evaluate(item, 'x', world)).rejects.toThrow(/case `c`: .*`right` in \[0, 1\], got 2/);
    await expect(family.evaluate({ ...item, expected: 1 }, 'x', world)).rejects.toThrow(
      /Case `c` .*expected has a wrong shape/,
    );
    await expect(counter().evaluate(item, 'x', world)).rejects.toThrow(/environment that it opened itself/);
  });

  it.each<[string, Twist, RegExp]>([
    ['a tool name with a hyphen', { tool: 'bump-up' }, /plain identifier.* got `bump-up`/],
    ['a tool called constructor', { tool: 'constructor' }, /got `constructor`/],
    ['a family name with a space', { name: 'My family' }, /got `My family`/],
  ])('refuses %s', (_what, twist, message) => {
    expect(() => counter(twist)).toThrow(InputError);
    expect(() => counter(twist)).toThrow(message);
  });

  it('refuses a schema that JSON cannot carry', () => {
    const define = (): TaskFamily =>
      defineFamily({
        name: 'dates',
        task: z.object({ day: z.date() }),
        answer: z.string(),
        tools: {},
        scores: ['right'],
        open: () => ({ tools: {} }),
        evaluate: () => ({ scores: { right: 0 }, feedback: '' }),
      });
    expect(define).toThrow(/Family `dates`: task cannot cross as JSON/);
  });
});
