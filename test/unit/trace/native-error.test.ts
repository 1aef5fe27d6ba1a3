import { describe, expect, it } from 'vitest';
import { cannotUse, keepText, settleText } from '../../../src/trace/native-error.js';

/** What a native error says after it was settled. */
function settled(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    settleText(error, () => undefined);
    return error instanceof Error ? error.message : 'no error';
  }
  return 'nothing was thrown';
}
const nothing = undefined as unknown as { a: { b: number }; (): void }; // what a harness takes for something
const told = (type: new (message: string) => Error, message: string): string =>
  settled(() => {
    throw new type(message);
  });

describe('one text for what two engines say', () => {
  it.each([
    ['Cannot read properties of undefined', () => nothing.a.b, 'cannot read property of undefined'],
    [
      'The called value is not a function',
      () => {
        nothing();
      },
      'not a function',
    ],
    ['Invalid array length', () => new Array(-1), 'invalid array length'],
    ['Invalid count value', () => 'x'.repeat(-1), 'invalid repeat count'],
    ['Do not know how to serialize a BigInt', () => JSON.stringify(1n), 'Do not know how to serialize a BigInt'],
    ['Reduce of empty array with no initial value', () => ([] as number[]).reduce((a) => a), 'empty array'],
    ['Invalid time value', () => new Date(NaN).toISOString(), 'Date value is NaN'],
  ])('%s', (text, make, quickJs) => {
    expect(settled(make)).toBe(text);
    expect(told(TypeError, quickJs)).toBe(text);
  });

  it('what harness code made keeps its text', () => {
    const own = new TypeError('not a function');
    keepText(own);
    settleText(own, () => undefined);
    expect(own.message).toBe('not a function');
    class Own extends TypeError {}
    expect(told(Own, 'not a function')).toBe('not a function');
    expect(told(Error, 'not a function')).toBe('not a function');
  });

  it('an aggregate of the engine has no frames', async () => {
    const error = await Promise.any([Promise.reject(new Error('x'))]).catch((reason: unknown) => reason);
    settleText(error, () => undefined);
    expect(error).toMatchObject({ message: 'All promises were rejected', stack: 'All promises were rejected' });
  });

  it('never throws, whatever was thrown', () => {
    const trap = new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('trap');
        },
      },
    );
    for (const value of [3, null, undefined, 'x', Object.freeze(new TypeError('not a function')), trap]) {
      expect(() => {
        settleText(value, () => undefined);
      }).not.toThrow();
    }
  });

  it('knows which texts can be named from the source', () => {
    expect(cannotUse('Cannot read properties of undefined')).toBe(true);
    expect(cannotUse("Cannot read properties of undefined (reading 'a')")).toBe(false);
  });
});
