import { describe, expect, it } from 'vitest';
import { withoutOwnFrames } from '../../../src/trace/own-frames.js';

class Late extends RangeError {}
class Later extends Late {}
const FRAMES = '    at run (harness.js:9:1)\n    at Late (harness.js:8:1)\n';

describe('withoutOwnFrames', () => {
  it.each([
    ['the class', new Late(), '    at Late (harness.js:3:9)\n'],
    ['a class and the one above it', new Later(), '    at Late (harness.js:3:9)\n    at Later (harness.js:4:9)\n'],
    ['what the runtime puts in', new Late(), '    at construct (native)\n    at RangeError (harness.js:1:1)\n'],
    ['nothing', new Late(), ''],
  ])('takes off %s', (_what, error, own) => {
    expect(withoutOwnFrames(error, own + FRAMES)).toBe(FRAMES);
  });

  it('leaves a stack alone that begins with the text of the error', () => {
    const stack = `RangeError: x\n    at Late (harness.js:3:9)\n${FRAMES}`;
    expect(withoutOwnFrames(new Late(), stack)).toBe(stack);
  });

  it('leaves frames of another class', () => {
    expect(withoutOwnFrames(new TypeError('x'), `    at Late (a:1:1)\n`)).toBe(`    at Late (a:1:1)\n`);
  });

  it('calls no getter of the error', () => {
    const error = Object.create({
      get constructor(): never {
        throw new Error('called');
      },
    }) as object; // typed any by the library
    expect(withoutOwnFrames(error, FRAMES)).toBe(FRAMES);
  });
});
