import type { ProposalRequest } from '../../ports/proposer.js';
import { sha256 } from '../../task/hash.js';
import { answerFormat } from './answer-format.js';
import { DETAILS, type Detail } from './detail.js';
import { failureSection } from './failure-section.js';
import { harnessSection } from './harness-section.js';
import { refusedSection, rejectionSection } from './history-section.js';
import { instructions, rules } from './instructions.js';
import { interfaceSection } from './interface-section.js';
import { overview } from './overview.js';
import { estimateTokens } from './tokens.js';

/** Default bound of a prompt, in estimated tokens. */
export const DEFAULT_PROMPT_TOKENS = 60_000;

export interface Prompt {
  readonly text: string;
  /** SHA-256 (hex) of `text`. */
  readonly hash: string;
}

/**
 * The one prompt of all optimizers: instructions, rules, interface, harness, failures, what was tried, answer format.
 * Fitted to `tokens` (estimated): details of the failures shrink first, then execution trees of later failures go, then
 * older rejections, then later failures. Instructions, interface and code are never cut, so they alone may exceed it.
 * The same request always gives the same text.
 */
export function buildPrompt(request: ProposalRequest, tokens: number = DEFAULT_PROMPT_TOKENS): Prompt {
  const { view } = request;
  const before = [instructions(view), rules(view), interfaceSection(view.interface), harnessSection(view)].join('\n\n');
  const after = `${answerFormat()}\n\nProposal ${request.ordinal} of this run.\n`;
  let text = '';
  for (const share of shares(request)) {
    text = [before, ...middle(request, share), after].filter((part) => part !== '').join('\n\n');
    if (estimateTokens(text) <= tokens) break;
  }
  return { text, hash: sha256(text) };
}

/** What of the request a prompt shows. */
interface Share {
  readonly detail: Detail;
  readonly failures: number;
  readonly dags: number;
  readonly rejections: number;
  readonly refused: boolean;
}

/** From all to nothing, in the order in which parts are given up. */
function* shares({ view }: ProposalRequest): Generator<Share> {
  const all = view.failures.length;
  const dags = view.failures.filter((one) => one.dag !== undefined).length;
  let share: Share = { detail: DETAILS[0], failures: all, dags, rejections: view.rejections.length, refused: true };
  for (const detail of DETAILS) yield (share = { ...share, detail });
  for (let left = dags - 1; left >= 0; left -= 1) yield (share = { ...share, dags: left });
  for (let left = view.rejections.length; left > 0;) {
    left = Math.floor(left / 2);
    yield (share = { ...share, rejections: left });
  }
  for (let left = all - 1; left >= 0; left -= 1) yield (share = { ...share, failures: left });
  yield { ...share, refused: false };
}

function middle({ view, refused }: ProposalRequest, share: Share): readonly string[] {
  const { detail } = share;
  return [
    failuresPart(view.failures, share),
    rejectionSection(view.rejections, share.rejections, detail),
    share.refused ? refusedSection(refused, detail) : '',
  ];
}

function failuresPart(failures: ProposalRequest['view']['failures'], share: Share): string {
  const hidden = failures.length - share.failures;
  const traced = failures.slice(0, share.failures).filter((one) => one.dag !== undefined);
  const treeless = traced.length - Math.min(share.dags, traced.length);
  const withTree = new Set(traced.slice(0, share.dags));
  const sections = failures
    .slice(0, share.failures)
    .map((one, index) =>
      failureSection(one, { number: index + 1, of: failures.length }, share.detail, withTree.has(one)),
    );
  const key =
    withTree.size === 0
      ? []
      : [
          'A run is shown as a tree: functions with their arguments, what they called below them in order, `→` the value that came' +
            ' back, `!` an error with its place. `tool` and `model` lines are calls to the outside. Long values are shortened: `…(120 more)…`.',
        ];
  return [
    '## The failures',
    ...(share.failures === 0 ? [] : [overview(failures)]),
    ...key,
    ...sections,
    ...(treeless > 0 ? [`The runs of the last ${treeless} of these failures are left out for room.`] : []),
    ...(hidden > 0 ? [`${hidden} of ${failures.length} failures are left out for room.`] : []),
  ].join('\n\n');
}
