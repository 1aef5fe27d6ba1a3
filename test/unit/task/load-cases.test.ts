import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InputError } from '../../../src/task/error.js';
import { loadCases } from '../../../src/task/load-cases.js';

describe('loadCases', () => {
  it('reads cases, passing over blank lines, CRLF and a byte order mark', () => {
    const text =
      '\uFEFF{"id":"a","task":1,"expected":2}\r\n\r\n{"id":"b","task":{"x":[]},"expected":null,"setup":{"db":1}}\r\n';
    expect(loadCases(text, 'tasks.jsonl')).toEqual([
      { id: 'a', task: 1, expected: 2 },
      { id: 'b', task: { x: [] }, expected: null, setup: { db: 1 } },
    ]);
  });

  it.each([
    [
      '{"id":"a","task":1,"expected":2}\n{"id":"b",',
      /^t\.jsonl:2: expected one JSON object on the line, got `\{"id":"b",`/,
    ],
    ['[1]', /^t\.jsonl:1: expected a case/],
    ['\n{"id":7,"task":1,"expected":2}', /^t\.jsonl:2: .*id: .*expected string, received number/],
    ['{"id":"a","task":1}', /^t\.jsonl:1: .*expected/],
    ['{"id":"a","task":1,"expected":2,"exspected":3}', /exspected/],
    ['{"id":"a","task":1,"expected":2}\n{"id":"a","task":1,"expected":2}', /^t\.jsonl:2: .*`a`, the id of line 1/],
    ['  \n', /^t\.jsonl: .*empty file/],
  ])('refuses %j and says where', (text, message) => {
    expect(() => loadCases(text, 't.jsonl')).toThrow(InputError);
    expect(() => loadCases(text, 't.jsonl')).toThrow(message);
  });

  it("checks a family's own shapes", () => {
    const shape = { task: z.object({ question: z.string() }) };
    expect(() => loadCases('{"id":"a","task":{"question":1},"expected":2}', 't.jsonl', shape)).toThrow(
      /^t\.jsonl:1: `task` of case `a` has a wrong shape: question: /,
    );
  });
});
