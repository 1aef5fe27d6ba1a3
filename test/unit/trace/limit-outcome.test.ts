import { expect, it } from 'vitest';
import { endOutcome, limitOutcome } from '../../../src/trace/limit-outcome.js';

it('every limit has one of four outcomes; other ends are called by their kind', () => {
  expect(limitOutcome('computeMs')).toBe('timeout');
  expect(limitOutcome('dataMb')).toBe('memory');
  expect(limitOutcome('stderrBytes')).toBe('output-limit');
  expect(limitOutcome('concurrentCalls')).toBe('call-limit');
  expect(endOutcome({ kind: 'limit', limit: 'wallMs', message: '' })).toBe('timeout');
  expect(endOutcome({ kind: 'crash', message: '' })).toBe('crash');
  expect(endOutcome({ kind: 'answered' })).toBe('answered');
});
