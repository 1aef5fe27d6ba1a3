import { describe, expect, it } from 'vitest';
import { crashEnd } from '../../../src/sandbox/crash-end.js';

const memory = { heapMb: 64, dataMb: 320 };
const end = (code: number | null, signal: string | null, stderr = '') => crashEnd({ code, signal, stderr }, memory);

describe('the end of a run whose process is gone', () => {
  it('names the memory that was full, with its value', () => {
    const heap = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory';
    expect(end(null, 'SIGABRT', heap)).toMatchObject({ kind: 'limit', limit: 'heapMb' });
    expect(end(134, null, "terminate called after throwing an instance of 'std::bad_alloc'")).toMatchObject({
      kind: 'limit',
      limit: 'dataMb',
      message: expect.stringContaining('320 MiB') as unknown,
    });
  });

  it('names the signal, also where bubblewrap passes it on as a code', () => {
    expect(end(null, 'SIGKILL')).toEqual({ kind: 'crash', message: 'The guest process ended with signal SIGKILL.' });
    expect(end(137, null)).toEqual({ kind: 'crash', message: 'The guest process ended with signal SIGKILL.' });
    expect(end(1, null)).toEqual({ kind: 'crash', message: 'The guest process ended with exit code 1.' });
  });

  it('shows no path of this machine', () => {
    const { message } = end(
      1,
      null,
      'Error: no\n    at file:///home/me/app/node_modules/espalier/dist/runner.mjs:3:1',
    ) as {
      message: string;
    };
    expect(message).toContain('Error: no at <path>:3:1');
    expect(message).not.toContain('home');
  });
});
