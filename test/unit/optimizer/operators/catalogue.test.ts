import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../../src/optimizer/operators/catalogue/catalogue.js';
import { editsBetween } from '../../../../src/optimizer/operators/edits-between.js';
import { afterMove, movesFrom } from '../../../../src/optimizer/operators/moves.js';
import type { Operator, Plan } from '../../../../src/optimizer/operators/operator.js';
import { readPlan } from '../../../../src/optimizer/operators/read-plan.js';
import { findSearchTool } from '../../../../src/optimizer/operators/search-tool.js';
import type { HarnessFiles } from '../../../../src/ports/interface.js';
import { family, openCorpusEditor, seedFiles, viewOf } from './corpus-view.js';

const found = findSearchTool(family.interface);
if (found === undefined) throw new Error('The corpus family has a search tool.');
const tool = found;
const editor = openCorpusEditor();
const leaks = { telling: [], common: () => false };

/** The harness of a plan that grew step by step (`-name` takes an operator out), every step through the real checker. */
function grown(names: readonly string[]): { files: HarnessFiles; plan: Plan } {
  let files = seedFiles;
  let plan: Plan = new Map();
  for (const step of names) {
    const name = step.replace(/^-/, '');
    const view = viewOf(editor, files, { model: 'embedded', editBudget: 12 });
    const move = movesFrom(plan, view, tool).find(
      ({ operator, to }) => operator.name === name && (to === undefined) === (step !== name),
    );
    if (move === undefined) continue;
    const next = afterMove(plan, move);
    const edits = editsBetween(view, plan, next, tool);
    if (edits.kind === 'impossible') throw new Error(`${name}: ${edits.why}`);
    const checked = editor.check(
      files,
      { version: 1, rationale: name, edits: edits.edits },
      { surface: 'all', budget: 12, leaks },
    );
    if (checked.kind === 'refused') throw new Error(`${name}: ${JSON.stringify(checked.reasons)}`);
    ({ files } = checked);
    plan = next;
  }
  return { files, plan };
}

const needed = (operator: Operator): readonly string[] => [
  'ask-whole',
  ...(operator.after ?? []).filter((name) => name !== 'results'),
  ...(operator.name === 'ask-whole' ? [] : [operator.name]),
];

describe.each(CATALOGUE.map((operator) => [operator.name, operator] as const))('operator %s', (name, operator) => {
  it('writes code that the editor accepts, and knows it again from its source', () => {
    const { files, plan } = grown(needed(operator));
    const read = readPlan(viewOf(editor, files), tool);
    expect(read).toEqual({ kind: 'plan', plan: new Map(plan) });
    expect(plan.has(name)).toBe(true);
  });

  it('comes out again and leaves nothing behind', () => {
    if (operator.initial !== undefined || name === 'ask-whole') return;
    const before = grown(needed(operator).filter((one) => one !== name)).files;
    expect(grown([...needed(operator), `-${name}`]).files).toEqual(before);
  });

  it('says when it helps', () => {
    expect(Object.values(operator.helps).some((worth) => worth > 0)).toBe(true);
  });
});

describe('the catalogue', () => {
  it('takes nothing out that something else stands on, and not the last query', () => {
    const { files, plan } = grown(['ask-whole', 'named-first', 'walk-mentions', 'dispatch-named']);
    const view = viewOf(editor, files);
    const out = movesFrom(plan, view, tool).filter(({ to }) => to === undefined);
    expect(out.map(({ operator }) => operator.name)).toEqual(['ask-whole', 'dispatch-named']);
    const [last] = out;
    if (last === undefined) throw new Error('There is one.');
    expect(editsBetween(view, plan, afterMove(plan, last), tool)).toMatchObject({ kind: 'impossible' });
  });

  it('takes no function out that the failures did not touch', () => {
    const { files, plan } = grown(['ask-whole', 'drop-weak']);
    const all = viewOf(editor, files);
    const out = movesFrom(plan, all, tool).find(({ operator, to }) => operator.name === 'drop-weak' && !to);
    if (out === undefined) throw new Error('There is one.');
    const untouched = all.editable.filter(({ id }) => id.endsWith('#dropWeak'));
    const view = { ...all, editable: all.editable.filter((one) => !untouched.includes(one)), others: untouched };
    expect(editsBetween(view, plan, afterMove(plan, out), tool)).toMatchObject({ kind: 'impossible' });
  });

  it('has no name twice', () => {
    expect(new Set(CATALOGUE.map(({ name }) => name)).size).toBe(CATALOGUE.length);
  });

  it('asks the model only where there is one', () => {
    const { files, plan } = grown(['ask-whole']);
    const offered = (model: string): readonly string[] =>
      movesFrom(plan, viewOf(editor, files, { model }), tool).map(({ operator }) => operator.name);
    expect(offered('none')).not.toContain('ask-model');
    expect(offered('embedded')).toContain('ask-model');
  });
});
