import { describe, expect, it } from 'vitest';
import { functionId } from '../../../src/task/ids.js';
import { Recorder } from '../../../src/trace/recorder.js';
import type { TraceNode } from '../../../src/trace/trace.js';

const ID = functionId('main.ts', 'f');
const OTHER = functionId('main.ts', 'other');
const LIMITS = { nodes: 1_000, previewChars: 40, previewTotalChars: 10_000, loopFuel: 1_000_000 };

function open(limits: Partial<typeof LIMITS> = {}): { readonly recorder: Recorder; readonly sends: TraceNode[][] } {
  const sends: TraceNode[][] = [];
  return { recorder: new Recorder({ ...LIMITS, ...limits }, (nodes) => sends.push(nodes)), sends };
}

describe('Recorder', () => {
  it('puts calls, host calls and notes under the current node', () => {
    const { recorder, sends } = open();
    const outer = recorder.enter(ID, 'f', ['x', 1]);
    const call = recorder.hostCall('tool', 'search', '{"query":"x"}');
    recorder.note('seen');
    recorder.ret(outer, 'f', [1]);
    recorder.current = 0;
    recorder.note('after');
    expect([...sends.flat(), ...recorder.takePending()]).toEqual([
      { id: 1, parent: 0, kind: 'function', name: 'f', functionId: ID, detail: '"x", 1' },
      { id: call, parent: 1, kind: 'tool', name: 'search', detail: '{"query":"x"}' },
      { id: 3, parent: 1, kind: 'note', name: 'note', detail: 'seen' },
      { id: 4, parent: 1, kind: 'return', name: 'f', detail: '[1]' },
      { id: 5, parent: 0, kind: 'note', name: 'note', detail: 'after' },
    ]);
    expect(recorder.takePending()).toEqual([]);
  });

  it('sends each of the first 256 calls at once and later ones every 64', () => {
    const { recorder, sends } = open();
    for (let i = 0; i < 256; i++) recorder.enter(ID, 'f', undefined);
    expect(sends).toHaveLength(256);
    for (let i = 0; i < 640; i++) recorder.enter(ID, 'f', undefined);
    expect(sends).toHaveLength(266);
    expect(sends.flat().map((node) => node.id)).toEqual(Array.from({ length: 896 }, (_, index) => index + 1));
  });

  it('runs a call past the cap as its nearest recorded ancestor and counts it', () => {
    const { recorder, sends } = open({ nodes: 2 });
    const first = recorder.enter(ID, 'f', undefined);
    const kept = recorder.enter(ID, 'f', undefined);
    const lost = recorder.enter(ID, 'f', undefined);
    expect(lost).toBe(-kept);
    expect(recorder.enter(ID, 'f', undefined)).toBe(-kept);
    recorder.ret(lost, 'f', 1);
    expect(recorder.dropped).toBe(3);
    recorder.leave(first, undefined);
    expect(recorder.enter(ID, 'f', undefined)).toBe(-first);
    expect(sends.flat().map((node) => node.id)).toEqual([1, 2]);
  });

  it('records past the cap what a trace cannot do without', () => {
    const { recorder, sends } = open({ nodes: 4 });
    const main = recorder.enter(ID, 'f', undefined);
    for (let i = 0; i < 4; i++) recorder.enter(ID, 'f', undefined);
    const fresh = recorder.enter(OTHER, 'other', undefined);
    const call = recorder.hostCall('tool', 'search', '{"query":"x"}');
    recorder.ret(fresh, 'other', 1);
    recorder.leave(main, undefined);
    const again = recorder.enter(OTHER, 'other', undefined);
    recorder.fail(-again, main, new Error('kept'));
    recorder.note('kept');
    const nodes = [...sends.flat(), ...recorder.takePending()];
    expect(nodes.slice(4).map(({ id, parent, kind, name }) => [id, parent, kind, name])).toEqual([
      [5, 4, 'function', 'other'],
      [6, 5, 'tool', 'search'],
      [7, 5, 'return', 'other'],
      [8, 1, 'function', 'other'],
      [9, 8, 'error', 'Error'],
      [10, 8, 'note', 'note'],
    ]);
    expect([fresh, call, again]).toEqual([5, 6, 8]);
    expect(recorder.dropped).toBe(1);
  });

  it('bounds one preview and all of them together', () => {
    const { recorder, sends } = open({ previewTotalChars: 100 });
    for (let i = 0; i < 10; i++) recorder.enter(ID, 'f', recorder.shows ? ['x'.repeat(500)] : undefined);
    const details = sends.flat().map((node) => node.detail);
    expect(details.every((detail) => detail === undefined || detail.length <= 40)).toBe(true);
    expect(details.join('').length).toBeLessThanOrEqual(100);
    expect(details.filter((detail) => detail !== undefined)).toHaveLength(3);
    expect(recorder.shows).toBe(false);
  });

  it('makes one error node for an error that passes through many calls, and one for each error', () => {
    const { recorder } = open();
    const error = new Error('x');
    recorder.fail(3, 2, error);
    recorder.fail(2, 1, error);
    recorder.fail(3, 2, 'text');
    recorder.fail(2, 1, 'text');
    recorder.fail(3, 2, 'text');
    recorder.fail(5, 4, { name: 'Odd', message: 'no Error' });
    const nodes = recorder.takePending().map((node) => [node.parent, node.name, node.detail]);
    expect(nodes).toEqual([
      [3, 'Error', 'x'],
      [3, 'string', '"text"'],
      [3, 'string', '"text"'],
      [5, 'Odd', 'no Error'],
    ]);
  });

  it('says where in the script an error began', () => {
    const { recorder } = open();
    const error = new Error('x');
    error.stack = 'Error: x\n    at f (harness.js:12:5)\n    at harness.js:40:9\n    at main (harness.js:1:2)';
    recorder.fail(1, 0, error);
    expect(recorder.takePending()[0]?.site).toBe('12:5 40:9 1:2');
  });

  it('survives errors that answer with traps', () => {
    const { recorder } = open();
    class Hostile extends Error {
      override get name(): string {
        throw new Error('a getter was called');
      }
    }
    const hostile = Object.defineProperty(new Hostile(), 'message', { get: () => expect.fail('a getter was called') });
    recorder.fail(1, 0, hostile);
    recorder.fail(1, 0, new Proxy({}, { getOwnPropertyDescriptor: () => { throw new Error('trap') } })); // prettier-ignore
    expect(recorder.takePending().map((node) => node.kind)).toEqual(['error', 'error']);
  });

  it('sends pending nodes while loops turn, and ends them when the fuel is spent, again and again', () => {
    const { recorder, sends } = open({ loopFuel: 2 ** 17 + 3 });
    recorder.note('pending');
    for (let i = 0; i < 3; i++) recorder.turn('main.ts:7');
    expect(sends).toHaveLength(1);
    for (let i = 0; i < 2 ** 17; i++) recorder.turn('main.ts:7');
    const last = (): void => {
      recorder.turn('main.ts:7');
    };
    expect(last).toThrow(/main\.ts:7 .*131075 turns/);
    expect(last).toThrow(expect.objectContaining({ name: 'LoopFuelExhausted' }));
  });

  it('binds a function to the node that passed it on', () => {
    const { recorder } = open();
    recorder.current = 7;
    const bound = recorder.bind(function (this: unknown, a: number, b: number) {
      return [this, a + b, recorder.current];
    }) as (a: number, b: number) => unknown; // a function comes back as one
    recorder.current = 3;
    expect(bound.call('me', 1, 2)).toEqual(['me', 3, 7]);
    expect(recorder.current).toBe(3);
    expect(recorder.bind(undefined)).toBeUndefined();
  });
});
