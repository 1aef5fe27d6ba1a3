import type { Proposal, Proposer } from '../ports/proposer.js';
import { buildPrompt } from './prompt/build-prompt.js';
import { loadRecording, type RecordedReply } from './recording.js';

/**
 * An optimizer that answers from a recording, by proposal ordinal. Everything else of a run stays live: replies are
 * checked as if they had just come.
 */
export function recordedProposer(
  source: { readonly replies: readonly RecordedReply[] },
  options: { readonly promptTokens?: number } = {},
): Proposer {
  const replies = new Map(source.replies.map((reply) => [reply.ordinal, reply]));
  const last = Math.max(0, ...replies.keys());
  return {
    name: 'recorded',
    worstCase: () => ({ calls: 0, usd: 0 }),
    // Async, so that an abort is a rejection, never a synchronous throw.
    async propose(request, signal): Promise<Proposal> {
      signal.throwIfAborted();
      const { ordinal } = request;
      const reply = replies.get(ordinal);
      if (reply === undefined) {
        const where = ordinal > last ? `it ends with proposal ${last}` : 'it has a gap there';
        return {
          kind: 'none',
          message: `The recording has no reply to proposal ${ordinal}: ${where}.`,
          costUsd: 0,
          ended: ordinal > last,
        };
      }
      const { hash } = buildPrompt(request, options.promptTokens);
      const notices =
        hash === reply.promptHash
          ? []
          : [`The recorded reply to proposal ${ordinal} answered another prompt than this run's.`];
      return {
        kind: 'reply',
        text: reply.text,
        finish: reply.finish ?? 'complete',
        promptHash: hash,
        costUsd: 0,
        notices,
      };
    },
  };
}

/**
 * A recorded optimizer from a folder that `writeRecording` wrote.
 * @throws InputError that names the file and what is wrong with it.
 */
export async function openRecordedProposer(
  directory: string,
  options: { readonly promptTokens?: number } = {},
): Promise<Proposer> {
  return recordedProposer(await loadRecording(directory), options);
}
