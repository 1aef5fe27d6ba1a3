import type { ProposalRequest, Proposal, Proposer } from '../../ports/proposer.js';
import type { EditSet } from '../../ports/edit-set.js';
import type { WindowView } from '../../ports/window-view.js';
import { randomStream, type RandomStream } from '../../task/random.js';
import { buildPrompt } from '../prompt/build-prompt.js';
import { drawMove, moveWeight } from './draw-moves.js';
import { editsBetween } from './edits-between.js';
import { afterMove, moveText, movesFrom, type Move } from './moves.js';
import type { Plan } from './operator.js';
import { readPlan } from './read-plan.js';
import { findSearchTool, type SearchTool } from './search-tool.js';
import { readSymptoms, type Symptoms } from './symptoms.js';

/** Most operators of one edit set. */
const MOST_MOVES = 3;
/** How many a set has, each as likely: a set of one tells what it is worth, and some only help together. */
const SIZES = [1, 1, 2] as const;
/** Combinations drawn before the proposer says that it knows no more. */
const DRAWS = 400;

export interface ProgramSearchOptions {
  /** `operators` looks at the failing traces; `random` draws from the same catalogue, every move alike. */
  readonly kind: 'operators' | 'random';
  /** The run's seed: together with the proposal's ordinal it gives the draws. */
  readonly seed: number;
}

/**
 * An optimizer without a model: program search over a catalogue of control patterns. The same request and seed always give the
 * same reply; a combination that was refused, dropped or rolled back is not proposed again while the run remembers it.
 */
export function programSearch({ kind, seed }: ProgramSearchOptions): Proposer {
  return {
    name: kind,
    worstCase: () => ({ calls: 0, usd: 0 }),
    // Async, so that an abort is a rejection, never a synchronous throw.
    async propose(request, signal): Promise<Proposal> {
      signal.throwIfAborted();
      const { view } = request;
      const tool = findSearchTool(view.interface);
      if (tool === undefined) return none(NO_TOOL, true);
      const read = readPlan(view, tool);
      if (read.kind === 'foreign')
        return none(
          `The operators cannot go on from this harness: ${read.why}. Start from a seed without a strategy, or use a model as the optimizer (openai:<model>, command:<program>).`,
          true,
        );
      const random = randomStream(`${kind}:${String(seed)}:${String(request.ordinal)}`);
      const symptoms = kind === 'operators' ? readSymptoms(view.failures) : undefined;
      const editSet = search(request, read.plan, tool, symptoms, random);
      if (editSet === undefined)
        return none(
          `No combination of operators is left that fits an edit budget of ${String(view.editBudget)} functions and was not tried before. Raise editBudget, or use a model as the optimizer (openai:<model>, command:<program>).`,
          false,
        );
      const text = `${JSON.stringify(editSet, null, 2)}\n`;
      const { hash } = buildPrompt(request);
      return { kind: 'reply', text, finish: 'complete', promptHash: hash, costUsd: 0, notices: [] };
    },
  };
}

const NO_TOOL =
  'The operators know search families only: a tool that takes a text and gives a list of titled texts, a text in the task, a list of names in the answer. This interface has none. Use a model as the optimizer: openai:<model> or command:<program>.';

const none = (message: string, ended: boolean): Proposal => ({ kind: 'none', message, costUsd: 0, ended });

function search(
  request: ProposalRequest,
  plan: Plan,
  tool: SearchTool,
  symptoms: Symptoms | undefined,
  random: RandomStream,
): EditSet | undefined {
  const { view, refused } = request;
  const tried = new Set([
    ...view.rejections.map(({ rationale }) => combinationIn(rationale)),
    ...refused.map(({ reply }) => combinationIn(reply)),
  ]);
  const past = [...tried].flatMap((combination) => combination?.split(' + ') ?? []);
  const weigh = (move: Move): number =>
    moveWeight(move, symptoms, past.filter((text) => text === moveText(move)).length);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    // Where there is no strategy yet there is little that one move alone could better.
    const size = plan.size === 0 && draw < DRAWS / 2 ? MOST_MOVES : random.pick(SIZES);
    const drawn = drawCombination(view, plan, tool, size, weigh, random);
    if (drawn.length === 0) return undefined;
    const combination = drawn.map(moveText).sort().join(' + ');
    if (tried.has(combination)) continue;
    tried.add(combination);
    const edits = editsBetween(view, plan, drawn.reduce(afterMove, plan), tool);
    if (edits.kind === 'impossible' || edits.functions > view.editBudget) continue;
    return { version: 1, rationale: rationaleOf(drawn, combination, symptoms), edits: edits.edits };
  }
  return undefined;
}

/** At most so many moves, each possible after those before it, no operator twice. */
function drawCombination(
  view: WindowView,
  plan: Plan,
  tool: SearchTool,
  size: number,
  weigh: (move: Move) => number,
  random: RandomStream,
): readonly Move[] {
  const drawn: Move[] = [];
  let now = plan;
  while (drawn.length < size) {
    const open = movesFrom(now, view, tool).filter(({ operator }) => !drawn.some((one) => one.operator === operator));
    if (open.length === 0) break;
    const move = drawMove(open, weigh, random);
    drawn.push(move);
    now = afterMove(now, move);
  }
  return drawn;
}

const MARK = 'Operators: ';

/** What failures share, what the edits do about it, and the combination, by which it is known again. */
function rationaleOf(moves: readonly Move[], combination: string, symptoms: Symptoms | undefined): string {
  const does = moves.map(({ operator, to }) => `${to === undefined ? 'no longer ' : ''}${operator.about}`).join('; ');
  return `${symptoms === undefined ? '' : `${seenIn(symptoms)} `}The harness now ${does}. ${MARK}${combination}.`;
}

const WORDS: Readonly<Record<keyof Symptoms, string>> = {
  'no-call': 'made no tool call',
  empty: 'had a search that found nothing',
  error: 'ended in or met an error',
  missing: 'never found what was wanted',
  dropped: 'found what was wanted and dropped it',
  'hop-ended': 'read the name of what was wanted and did not look it up',
};

function seenIn(symptoms: Symptoms): string {
  // The keys of `symptoms` are symptoms by its type.
  const shown = (Object.keys(WORDS) as (keyof Symptoms)[]).filter((symptom) => symptoms[symptom] > 0);
  const parts = shown.map((symptom) => `${String(Math.round(symptoms[symptom] * 100))}% ${WORDS[symptom]}`);
  return `Of the failures ${parts.join(', ')}.`;
}

/** The combination that a rationale, or a reply with one in it, names. */
function combinationIn(text: string): string | undefined {
  return new RegExp(`${MARK}([^"\\n]*?)\\.(?=["\\n]|$)`).exec(text)?.[1];
}
