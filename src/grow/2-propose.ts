import type { GrowContext } from './context.js';
import type { LoopState, Phase } from './loop-state.js';
import { endRejectedStep } from './reject.js';
import { asJson, type Step } from './step.js';
import { windowView } from './view.js';

/** Phase 2: the optimizer gets every failure in the window at once. Its reply is journaled before it is read. */
export async function propose(context: GrowContext, loop: LoopState, phase: Extract<Phase, { at: 'propose' }>): Promise<Step> {
  const { bench, proposer } = context;
  await context.lookahead.discard();
  const step = phase.refused.length === 0 ? loop.step + 1 : loop.step;
  const ordinal = loop.proposals + 1;
  const request = { view: windowView(context, loop), ordinal, refused: phase.refused };
  const worst = proposer.worstCase(request);
  const reservation = await bench.budget.reserve({ what: 'optimizer', calls: worst.calls, costUsd: worst.usd ?? 0 });
  context.emit({ kind: 'asking', proposer: proposer.name, step, attempt: phase.refused.length + 1 });
  let proposal: Awaited<ReturnType<typeof proposer.propose>>;
  try {
    proposal = await proposer.propose(request, context.signal);
  } catch (error) {
    bench.budget.forfeit();
    throw error;
  }
  const usage = proposal.kind === 'reply' ? proposal.usage : undefined;
  const asked: LoopState = { ...loop, step, proposals: ordinal };
  const made: Step =
    proposal.kind === 'none'
      ? {
          kind: 'no-proposal',
          body: asJson({ step, proposal: ordinal, message: proposal.message, costUsd: proposal.costUsd }),
          loop: endRejectedStep(context, asked),
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
            next: { at: 'check', reply: proposal.text, truncated: proposal.finish === 'truncated', refused: phase.refused },
          },
        };
  return {
    ...made,
    settle: () =>
      bench.budget.settle(reservation, {
        what: 'optimizer',
        calls: worst.calls,
        costUsd: proposal.costUsd,
        inputTokens: usage?.inputTokens ?? 0,
        outputTokens: usage?.outputTokens ?? 0,
      }),
  };
}
