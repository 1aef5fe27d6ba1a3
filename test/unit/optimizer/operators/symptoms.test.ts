import { describe, expect, it } from 'vitest';
import { readSymptoms, symptomsOf } from '../../../../src/optimizer/operators/symptoms.js';
import { failureWith } from './corpus-view.js';

const velmar = { title: 'Velmar', text: 'Velmar lies on the Osk (river).', score: 1 };
const missing = (title: string): string =>
  `gold evidence missing: 1 of 1 titles (missing: ${title}); answer: expected "x", got ""`;

describe('what a failing trace shows', () => {
  it.each([
    ['no call', failureWith(undefined, missing('Velmar')), ['no-call']],
    ['an empty result', failureWith([], missing('Velmar')), ['empty', 'missing']],
    ['evidence found and then dropped', failureWith([velmar], missing('Velmar')), ['dropped']],
    ['evidence missing', failureWith([velmar], missing('Narrow Gate')), ['missing']],
    ['a hop that ended early', failureWith([velmar], missing('Osk (river)')), ['hop-ended', 'missing']],
  ] as const)('%s', (_what, failure, expected) => {
    expect([...symptomsOf(failure)].sort()).toEqual([...expected]);
  });

  it('an error of the tool, and one of the harness', () => {
    const failure = failureWith([velmar], missing('Osk'));
    const [call] = failure.dag?.calls ?? [];
    const refused = { ...call, reply: { ok: false, error: { name: 'ToolError', message: 'empty' } } };
    expect([...symptomsOf({ ...failure, dag: { nodes: [], droppedNodes: 0, calls: [refused as never] } })]).toContain(
      'error',
    );
    expect([...symptomsOf({ ...failure, end: { kind: 'guest-error', name: 'TypeError', message: '' } })]).toContain(
      'error',
    );
  });

  it('is unknown without traces', () => {
    const { dag: _dag, ...bare } = failureWith([velmar], missing('Osk'));
    expect(readSymptoms([bare])).toBeUndefined();
  });
});
