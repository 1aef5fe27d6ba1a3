import { describe, expect, it } from 'vitest';
import { FUNCTION_CHARS } from '../../../src/editor/edit-limits.js';
import { check, FILES, reasonsOf, replace } from './small-harness.js';

const main = (comment: string, body: string): string =>
  `${comment}\nexport async function main(task: Task, rt: Runtime): Promise<Answer> {\n${body}\n}`;
const BODY = "  return { answer: '', evidence: [] };";

describe('comments above a function', () => {
  it('are replaced with it', () => {
    const first = check([replace('main.ts#main', main('// first thoughts\n/* more */', BODY))]);
    const files = first.kind === 'candidate' ? first.files : FILES;
    const second = check([replace('main.ts#main', main('// second thoughts', BODY))], {}, files);
    const text = second.kind === 'candidate' ? (second.files['main.ts'] ?? '') : '';
    expect(text).toContain('// second thoughts');
    expect(text).not.toContain('first thoughts');
    expect(text).not.toContain('more');
  });

  it('count against the size of a function', () => {
    const long = `/* ${'x'.repeat(FUNCTION_CHARS)} */`;
    expect(reasonsOf(check([replace('main.ts#main', main(long, BODY))])).map((reason) => reason.rule)).toContain(
      'size',
    );
  });
});
