import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Lookahead, type StartTask } from '../../../src/grow/lookahead.js';
import type { MeasuredCase } from '../../../src/measure/measure-arm.js';
import { traceDigest, versionId } from '../../../src/task/ids.js';
import { NO_USAGE } from '../../../src/task/usage.js';
import { toySplits } from '../../fixtures/toy-family.js';

const stream = toySplits().train;
const v1 = versionId('v1');

/** Starts tasks that end after their delay, and notes what was started and what was cut. */
function starting(delayMs: (position: number) => number): { start: StartTask; started: number[]; cut: number[] } {
  const started: number[] = [];
  const cut: number[] = [];
  const start: StartTask = async (item, position, signal): Promise<MeasuredCase> => {
    started.push(position);
    try {
      await sleep(delayMs(position), undefined, { signal });
    } catch (error) {
      cut.push(position);
      throw error;
    }
    if (position === 3) throw new Error('task 3 broke');
    return { item, trace: traceDigest(String(position)), usage: NO_USAGE };
  };
  return { start, started, cut };
}

it('gives results in stream order, whatever ends first, and starts each task once', async () => {
  const { start, started } = starting((position) => 15 - 5 * position);
  const lookahead = new Lookahead();
  for (const position of [0, 1, 2])
    expect((await lookahead.take(stream, position, 2, v1, start)).trace).toBe(String(position));
  expect(started).toEqual([0, 1, 2, 3]);
  await lookahead.discard();
});

it('lets an error ahead count only when the cursor comes to its task', async () => {
  const { start } = starting(() => 0);
  const lookahead = new Lookahead();
  expect((await lookahead.take(stream, 2, 4, v1, start)).trace).toBe('2');
  await sleep(5);
  await expect(lookahead.take(stream, 3, 1, v1, start)).rejects.toThrow('task 3 broke');
  await lookahead.discard();
});

it('cuts off what is in flight when it is discarded, or when another version comes', async () => {
  const { start, started, cut } = starting((position) => (position === 0 ? 0 : 5_000));
  const lookahead = new Lookahead();
  await lookahead.take(stream, 0, 3, v1, start);
  await lookahead.discard();
  expect(cut).toEqual([1, 2]);
  expect((await lookahead.take(stream, 0, 1, v1, start)).trace).toBe('0');
  await lookahead.take(stream, 0, 2, versionId('v2'), start);
  await lookahead.take(stream, 0, 1, versionId('v3'), start);
  expect(cut).toEqual([1, 2, 1]);
  expect(started).toEqual([0, 1, 2, 0, 0, 1, 0]);
  await expect(lookahead.take(stream, stream.length, 1, v1, start)).rejects.toThrow(RangeError);
});
