import { describe, expect, it } from 'vitest';
import { dagTree } from '../../../src/optimizer/prompt/dag-tree.js';
import { DETAILS, type Detail } from '../../../src/optimizer/prompt/detail.js';
import type { CallReply } from '../../../src/trace/trace.js';
import { DagWriter } from './sample-view.js';

const [FULL] = DETAILS;
const tree = (dag: DagWriter, more: Partial<Detail> = {}): string => dagTree(dag, { ...FULL, ...more }).join('\n');

describe('dagTree', () => {
  it('shows calls in order under their callers, replies item by item, notes, errors with their place and values', () => {
    const dag = new DagWriter();
    const main = dag.call(0, 'main', '{"question":"Where?"}');
    const terms = dag.call(main, 'terms', '"Where?"');
    dag.returns(terms, '["Where"]');
    const hop = dag.call(main, 'hop', '"Where", 2');
    dag.host(
      hop,
      'tool',
      'search',
      { query: 'Where', k: 2 },
      {
        ok: true,
        value: [
          { title: 'Velmar', text: 'A town.' },
          { title: 'Osk', text: 'A river.' },
        ],
      },
    );
    dag.host(
      hop,
      'tool',
      'open',
      { title: 'Nowhere' },
      { ok: false, error: { name: 'ToolError', message: 'no such title' } },
    );
    dag.throws(hop, 'ToolError', 'no such title', 'hops.ts:12:4');
    dag.note(main, 'hop failed');
    dag.host(
      main,
      'llm',
      'predict',
      { instruction: 'Choose.', input: ['a', 'b'], output: { type: 'string' } },
      { ok: true, value: 'a' },
    );
    dag.returns(main, '{"answer":"a"}');
    expect(tree(dag)).toMatchInlineSnapshot(`
      "main({"question":"Where?"})
        terms("Where?") → ["Where"]
        hop("Where", 2)
          tool search({"query":"Where","k":2}) → 2 items
              1. {"title":"Velmar","text":"A town."}
              2. {"title":"Osk","text":"A river."}
          tool open({"title":"Nowhere"}) → threw ToolError: no such title
          ! ToolError: no such title at hops.ts:12:4
        note hop failed
        model predict({"instruction":"Choose.","input":["a","b"]}) → "a"
        → {"answer":"a"}"
    `);
  });

  it('says that a call got no reply because the run ended', () => {
    const dag = new DagWriter();
    dag.host(dag.call(0, 'main', ''), 'tool', 'search', { query: 'x' });
    expect(tree(dag)).toContain('tool search({"query":"x"}) → no reply');
  });

  it('finds the list that an object holds in its only member', () => {
    const dag = new DagWriter();
    dag.host(dag.call(0, 'main', ''), 'tool', 'search', {}, { ok: true, value: { hits: [{ title: 'A' }] } });
    expect(tree(dag)).toContain('→ hits: 1 item\n      1. {"title":"A"}');
  });

  it('folds equal siblings in a row, and many quiet ones whatever their names', () => {
    const dag = new DagWriter();
    const main = dag.call(0, 'main', '');
    for (let index = 0; index < 5; index += 1) dag.returns(dag.call(main, 'same', '1'), '1');
    for (let index = 0; index < 20; index += 1) {
      dag.returns(dag.call(main, index % 2 === 0 ? 'even' : 'odd', String(index)), String(index));
    }
    dag.returns(main, 'done');
    expect(tree(dag, { repeats: 3 })).toMatchInlineSnapshot(`
      "main()
        same(1) → 1
        …(the same 4 more times)
        even(0) → 0
        odd(1) → 1
        …(18 more: even ×9, odd ×9)
        → done"
    `);
  });

  it('never folds a lone error between quiet calls, and keeps the last of a row of calls', () => {
    const dag = new DagWriter();
    const main = dag.call(0, 'main', '');
    for (let index = 0; index < 9; index += 1) dag.returns(dag.call(main, 'quiet', String(index)), '0');
    dag.throws(main, 'TypeError', 'the culprit', 'main.ts:9:1');
    for (let index = 0; index < 9; index += 1)
      dag.host(main, 'tool', 'search', { query: `q${index}` }, { ok: true, value: [] });
    const text = tree(dag, { repeats: 2 });
    expect(text).toContain('! TypeError: the culprit at main.ts:9:1');
    expect(text).toContain('q8');
    expect(text).toContain('more: search ×5');
  });

  it('cuts below the depth and says how much is there', () => {
    const dag = new DagWriter();
    let parent = 0;
    for (let depth = 0; depth < 6; depth += 1) parent = dag.call(parent, `f${depth}`, '');
    dag.returns(parent, '1');
    expect(tree(dag, { depth: 2 })).toBe('f0()\n  f1()\n    f2() …(4 nodes deeper)');
  });

  it('keeps the beginning and the end of a long run', () => {
    const dag = new DagWriter();
    const main = dag.call(0, 'main', '');
    for (let index = 0; index < 100; index += 1) dag.note(main, `n${index}`);
    dag.returns(main, 'the end');
    const text = tree(dag, { lines: 10, repeats: 200 });
    expect(text.split('\n')).toHaveLength(11);
    expect(text).toMatch(/^main\(\)\n {2}note n0/);
    expect(text).toMatch(/→ the end$/);
  });

  it('shows an item that came before by its heads only, whatever its score', () => {
    const dag = new DagWriter();
    const main = dag.call(0, 'main', '');
    const hits = (score: number): CallReply => ({
      ok: true,
      value: [{ title: 'Velmar', text: 'x'.repeat(390), score }],
    });
    dag.host(main, 'tool', 'search', { query: 'a' }, hits(3));
    dag.host(main, 'tool', 'search', { query: 'b' }, hits(2));
    const [first, second] = tree(dag)
      .split('\n')
      .filter((line) => line.includes('1. '));
    expect(first).toContain('x'.repeat(390));
    expect(second).toBe(`      1. {"title":"Velmar","text":"${'x'.repeat(30)}…","score":2} (seen above)`);
  });
});
