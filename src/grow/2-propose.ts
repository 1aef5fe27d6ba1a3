import { hashOf } from '../task/hash.js';
import { payFor } from '../measure/pay-for.js';
import type { Proposal, ProposalRequest } from '../ports/proposer.js';
import type { GrowContext } from './context.js';
import { lastPhase, type LoopState, type Phase } from './loop-state.js';
import { asJson, type Step } from './step.js';
import { windowView } from './view.js';

/** Phase 2: the optimizer gets every failure in the window at once. Its reply is journaled before it is read. */
export async function propose(
  context: GrowContext,
  loop: LoopState,
  phase: Extract<Phase, { at: 'propose' }>,
): Promise<Step> {
  const { proposer } = context;
  await context.lookahead.discard();
  const step = phase.refused.length === 0 ? loop.step + 1 : loop.step;
  const ordinal = loop.proposals + 1;
  const request = { view: windowView(context, loop), ordinal, refused: phase.refused };
  context.emit({ kind: 'asking', proposer: proposer.name, step, attempt: phase.refused.length + 1 });
  const proposal = await ask(context, request);
  const usage = proposal.kind === 'reply' ? proposal.usage : undefined;
  const asked: LoopState = { ...loop, step, proposals: ordinal };
  return proposal.kind === 'none'
    ? {
        kind: 'no-proposal',
        body: asJson({ step, proposal: ordinal, message: proposal.message, costUsd: proposal.costUsd }),
        // It costs its step and nothing else: no task gains an attempt.
        loop: { ...asked, next: proposal.ended === true ? lastPhase(asked) : { at: 'collect' } },
      }
    : {
        kind: 'proposed',
        body: asJson({
          step,
          proposal: ordinal,
          reply: proposal.text,
          finish: proposal.finish,
          promptHash: proposal.promptHash,
          notices: proposal.notices,
          usage: usage ?? null,
          costUsd: proposal.costUsd,
        }),
        loop: {
          ...asked,
          next: {
            at: 'check',
            reply: proposal.text,
            truncated: proposal.finish === 'truncated',
            refused: phase.refused,
          },
        },
      };
}

/** One paid question. The reply is kept together with what it cost, so that a sitting that ends right here pays nothing again. */
async function ask(context: GrowContext, request: ProposalRequest): Promise<Proposal> {
  const { bench, proposer, run, signal } = context;
  const key = hashOf({ optimizer: proposer.name, run, proposal: request.ordinal });
  const kept = bench.budget.cached(key);
  if (kept !== undefined) return kept as unknown as Proposal; // what `settle` below wrote under this key
  const { calls, usd } = proposer.worstCase(request);
  return payFor(
    bench.budget,
    {
      worst: { what: 'optimizer', calls, costUsd: usd ?? 0 },
      send: (onRetry) => proposer.propose(request, signal, onRetry),
      actual: (proposal) => {
        const usage = proposal.kind === 'reply' ? proposal.usage : undefined;
        const tokens = { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 };
        return { what: 'optimizer', calls, costUsd: proposal.costUsd, ...tokens };
      },
      keep: (proposal) => ({ key, value: asJson(proposal) }),
    },
    signal,
  );
}
