import type { OnRetry, TokenUsage } from './llm.js';
import type { RefusedReply, WindowView } from './window-view.js';

/** One question to the optimizer. */
export interface ProposalRequest {
  readonly view: WindowView;
  /** Counts every proposal of a run, from 1; never rolled back. */
  readonly ordinal: number;
  /** Earlier refusals of this step, oldest first. */
  readonly refused: readonly RefusedReply[];
}

export type Proposal =
  | {
      readonly kind: 'reply';
      /** The reply, verbatim. */
      readonly text: string;
      /** A truncated reply is an error, never an edit. */
      readonly finish: 'complete' | 'truncated';
      /** SHA-256 (hex) of the prompt. */
      readonly promptHash: string;
      readonly usage?: TokenUsage;
      readonly costUsd: number;
      /** What a person should know: a recorded reply that answered another prompt, say. */
      readonly notices: readonly string[];
    }
  /**
   * The optimizer gave no reply (exit code, deadline, end of the recording). Costs its step, nothing else.
   * `ended` is true when it never will again: the loop goes to its last gate.
   */
  | { readonly kind: 'none'; readonly message: string; readonly costUsd: number; readonly ended?: boolean };

/** Window view in, edit set out. */
export interface Proposer {
  readonly name: string;
  /** The most that this proposal can cost, before it is asked. `usd` is `undefined` when no price is configured. */
  worstCase(request: ProposalRequest): { readonly calls: number; readonly usd: number | undefined };
  /** Must not throw for what the optimizer did. @throws BackendFault when its endpoint is down after retries. */
  propose(request: ProposalRequest, signal: AbortSignal, onRetry?: OnRetry): Promise<Proposal>;
}
