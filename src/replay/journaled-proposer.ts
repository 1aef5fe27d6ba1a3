import type { Proposal, ProposalRequest, Proposer } from '../ports/proposer.js';
import type { JournalEntry } from '../ports/store.js';

/** What phase 2 journals of a proposal. */
interface Journaled {
  readonly proposal: number;
  readonly reply: string;
  readonly finish: 'complete' | 'truncated';
  readonly promptHash: string;
  readonly notices: readonly string[];
  readonly usage: Extract<Proposal, { kind: 'reply' }>['usage'] | null;
  readonly message: string;
  readonly costUsd: number;
}

/** How many of the optimizer's prompts came out with the recorded hash. */
export interface PromptCount {
  same: number;
  of: number;
}

/**
 * An optimizer that answers from a journal alone, by proposal ordinal. `promptHash` makes the prompt again, so that
 * `prompts` tells whether the optimizer was asked the same.
 */
export function journaledProposer(
  journal: readonly JournalEntry[],
  prompts: PromptCount,
  promptHash: (request: ProposalRequest) => string,
): Proposer {
  const entries = new Map<number, JournalEntry>();
  for (const entry of journal) {
    if (entry.kind !== 'proposed' && entry.kind !== 'no-proposal') continue;
    entries.set((entry.body as unknown as Journaled).proposal, entry); // what phase 2 wrote
  }
  return {
    name: 'journal',
    worstCase: () => ({ calls: 0, usd: 0 }),
    propose: (request): Promise<Proposal> => {
      const entry = entries.get(request.ordinal);
      if (!entry) {
        const message = `The journal has no proposal ${String(request.ordinal)}.`;
        return Promise.resolve({ kind: 'none', message, costUsd: 0, ended: true });
      }
      const body = entry.body as unknown as Journaled; // what phase 2 wrote
      if (entry.kind === 'no-proposal') {
        const { message, costUsd } = body;
        return Promise.resolve({ kind: 'none', message, costUsd, ended: endedWith(entry) });
      }
      prompts.of += 1;
      if (promptHash(request) === body.promptHash) prompts.same += 1;
      const { reply, finish, promptHash: hash, usage, costUsd, notices } = body;
      const paid = usage === null || usage === undefined ? {} : { usage };
      return Promise.resolve({ kind: 'reply', text: reply, finish, promptHash: hash, costUsd, notices, ...paid });
    },
  };
}

/** An optimizer that said that it will never answer again sent the run to its last gate or test. */
function endedWith(entry: JournalEntry): boolean {
  const { next } = entry.state as unknown as { readonly next: { readonly at: string } }; // a loop state
  return next.at !== 'collect';
}
