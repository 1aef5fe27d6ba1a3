import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReply } from '../../../src/editor/parse-reply.js';
import { buildPrompt } from '../../../src/optimizer/prompt/build-prompt.js';
import { estimateTokens } from '../../../src/optimizer/prompt/tokens.js';
import type { FailureView, Rejection } from '../../../src/ports/window-view.js';
import { sha256 } from '../../../src/task/hash.js';
import {
  DagWriter,
  MAIN,
  sampleFailure,
  sampleFunction,
  sampleInterface,
  sampleRequest,
  sampleView,
} from './sample-view.js';

const rejection = (step: number): Rejection => ({
  step,
  rationale: `Idea ${step}: search twice.`,
  functions: ['main.ts#main'],
  verdict: 'dropped',
  reasons: ['no window task was solved'],
});

describe('buildPrompt', () => {
  it('reads as one clear text', async () => {
    const view = sampleView({ rejections: [rejection(2)] });
    const refused = [
      {
        reply: '{"version":1',
        reasons: [{ rule: 'type' as const, at: 'main.ts:4', message: 'expected string, got number' }],
      },
    ];
    const { text } = buildPrompt({ view, ordinal: 3, refused });
    await expect(text).toMatchFileSnapshot('prompt.snap.txt');
  });

  it('is hashed whole, and equal requests give equal texts', () => {
    const { text, hash } = buildPrompt(sampleRequest());
    expect(hash).toBe(sha256(text));
    expect(buildPrompt(sampleRequest()).text).toBe(text);
  });

  it('differs between two proposals on the same view by the ordinal at its end alone', () => {
    const first = buildPrompt(sampleRequest(sampleView(), 1)).text;
    const second = buildPrompt(sampleRequest(sampleView(), 2)).text;
    expect(first).toMatch(/Proposal 1 of this run\.\n$/);
    expect(second).toBe(first.replace('Proposal 1 of', 'Proposal 2 of'));
  });

  it('shows no tree and no counts of calls when the view has none', () => {
    const { dag: _dag, ...failure } = sampleFailure();
    const { text } = buildPrompt(sampleRequest(sampleView({ failures: [failure] })));
    expect(text).not.toContain('Run:');
    expect(text).not.toContain('Functions that runs went through');
    expect(text).toContain('gold evidence missing');
  });

  it('shows an example of the answer that the editor reads as an edit set', () => {
    const { text } = buildPrompt(sampleRequest());
    const example = text.slice(text.lastIndexOf('```json'), text.lastIndexOf('```'));
    expect(parseReply(example)).toMatchObject({ kind: 'edit-set', editSet: { version: 1 } });
  });

  it("does not repeat what the interface's own comments say", () => {
    const [description] = Object.values(sampleInterface.schemas.tools).map((tool) => tool.description);
    const commented = { ...sampleInterface, dts: `/** ${description ?? ''} */\n${sampleInterface.dts}` };
    const { text } = buildPrompt(sampleRequest(sampleView({ interface: commented })));
    expect(text.split(description ?? '')).toHaveLength(2);
  });

  it('keeps code whole that holds code fences', () => {
    const odd = sampleFunction('odd.ts', 'odd', 'export function odd(): string {\n  return "```";\n}');
    const { text } = buildPrompt(sampleRequest(sampleView({ editable: [MAIN, odd] })));
    expect(text).toContain(`\`\`\`\`ts\n${odd.source}\n\`\`\`\``);
  });

  it.each([
    [
      { kind: 'guest-error', name: 'TypeError', message: 'x is undefined', site: 'main.ts:4:2' },
      'TypeError: x is undefined at main.ts:4:2',
    ],
    [{ kind: 'invalid-answer', message: 'evidence: expected a list' }, 'evidence: expected a list'],
    [{ kind: 'limit', limit: 'calls', message: '200 calls' }, 'limit `calls`'],
    [{ kind: 'crash', message: 'out of memory' }, 'out of memory'],
  ] as const)('says how a run ended: $kind', (end, shown) => {
    const { text } = buildPrompt(sampleRequest(sampleView({ failures: [{ ...sampleFailure(), end }] })));
    expect(text).toContain(shown);
  });
});

/** A failure with a long, branching run. */
function bigFailure(topic: string, width: number): FailureView {
  const dag = new DagWriter();
  const main = dag.call(0, 'main', topic);
  for (let hop = 0; hop < width; hop += 1) {
    const step = dag.call(main, `step${hop}`, `${hop}`);
    for (let index = 0; index < width; index += 1) dag.returns(dag.call(step, `f${index}`, `${index}`), `${index}`);
    const items = Array.from({ length: 5 }, (_, index) => ({
      title: `${topic} ${hop} ${index}`,
      text: 'word '.repeat(200),
    }));
    dag.host(step, 'tool', 'search', { query: `${topic} ${hop}` }, { ok: true, value: items });
  }
  return {
    ...sampleFailure(topic),
    feedback: 'long '.repeat(width * 50),
    dag: { nodes: dag.nodes, calls: dag.calls, droppedNodes: 0 },
  };
}

describe('fitting the budget', () => {
  it('keeps all of the code, rules and format, and stays within the budget unless they alone exceed it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 30_000 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 6 }),
        (budget, failures, width, rejections) => {
          const view = sampleView({
            failures: Array.from({ length: failures }, (_, index) => bigFailure(`Topic${index}`, width)),
            rejections: Array.from({ length: rejections }, (_, index) => rejection(index + 1)),
          });
          const refused = [
            { reply: 'x'.repeat(width * 3_000), reasons: [{ rule: 'budget' as const, message: 'too many' }] },
          ];
          const { text } = buildPrompt({ view, ordinal: 1, refused }, budget);
          for (const whole of [MAIN.source, view.interface.dts, '## Rules', '## Your answer'])
            expect(text).toContain(whole);
          const bare = buildPrompt({ view, ordinal: 1, refused }, 0).text;
          if (text !== bare) expect(estimateTokens(text)).toBeLessThanOrEqual(budget);
          else expect(text).not.toContain('### Failure 1');
        },
      ),
      { seed: 20261130, numRuns: 40 },
    );
  });

  const crowded = sampleView({ failures: ['A', 'B', 'C', 'D'].map((topic) => bigFailure(topic, 10)) });
  const at = (tokens: number): string => buildPrompt(sampleRequest(crowded), tokens).text;

  it('gives up details before trees, trees of later failures before earlier ones, and failures last', () => {
    const full = estimateTokens(at(1_000_000));
    const shapes = Array.from({ length: 40 }, (_, index) => {
      const text = at(Math.ceil((full * (40 - index)) / 40));
      return [(text.match(/^### Failure/gm) ?? []).length, (text.match(/^Run:$/gm) ?? []).length] as const;
    });
    const counts = shapes.map(([failures, trees]) => failures * 10 + trees);
    expect(counts[0]).toBe(44);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(shapes.some(([failures, trees]) => failures === 4 && trees > 0 && trees < 4)).toBe(true);
    expect(shapes.every(([failures, trees]) => failures === 4 || trees === 0)).toBe(true);
  });

  it('says what it left out', () => {
    expect(at(0)).toContain('4 of 4 failures are left out for room');
  });
});
