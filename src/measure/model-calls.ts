import { hashOf } from '../task/hash.js';
import type { SamplingSeed } from '../task/ids.js';
import type { Json } from '../task/json.js';
import { costUsd, type Price, type Usage } from '../task/usage.js';
import type { Completion, Llm, LlmRequest } from '../ports/llm.js';
import type { Budget } from './budget.js';
import { payFor } from './pay-for.js';
import { endpointSeed } from './sampling-seed.js';

/** Where a model call stands in its run; with request, model and seed it makes the response's key. */
export interface CallSite {
  readonly seed: SamplingSeed;
  readonly path: string;
  readonly occurrence: number;
}

export interface PaidCompletion {
  readonly completion: Completion;
  readonly usage: Usage;
  /** True when the reply came from the response cache and nothing was paid. */
  readonly cached: boolean;
}

/** Calls the deployed model through cache and budget. A reply that was paid for is stored before it is used. */
export class ModelCalls {
  readonly llm: Llm;
  readonly #budget: Budget;
  readonly #price: Price | undefined;
  /** How far a reply has cost more than its worst case: an endpoint that keeps to no limit is reserved for as it is. */
  #overrun = 1;
  readonly #inFlight = new Map<string, Promise<void>>();

  constructor(llm: Llm, budget: Budget, price: Price | undefined) {
    this.llm = llm;
    this.#budget = budget;
    this.#price = price;
  }

  /** @throws BudgetExhausted, BackendFault, ModelUnavailable */
  async complete(request: LlmRequest, site: CallSite, signal: AbortSignal): Promise<PaidCompletion> {
    const key = hashOf({ request, model: this.llm.name, endpoint: this.llm.endpoint, ...site });
    for (;;) {
      const kept = this.#budget.cached(key);
      if (kept !== undefined) {
        // The cache holds what `settle` below wrote under this key.
        const completion = kept as unknown as Completion;
        return { completion, usage: this.#usage(completion), cached: true };
      }
      // The same call, still in flight for an earlier attempt of its run: its reply is not paid for again.
      const twin = this.#inFlight.get(key);
      if (!twin) break;
      await twin;
      signal.throwIfAborted();
    }
    const asked = this.#ask(request, key, site, signal);
    const landed = asked.then(
      () => undefined,
      () => undefined,
    );
    this.#inFlight.set(
      key,
      landed.then(() => {
        this.#inFlight.delete(key);
      }),
    );
    return asked;
  }

  async #ask(request: LlmRequest, key: string, site: CallSite, signal: AbortSignal): Promise<PaidCompletion> {
    const worst = { what: 'model', calls: 1, costUsd: this.#worstUsd(request) * this.#overrun } as const;
    const completion = await payFor(
      this.#budget,
      {
        worst,
        send: (onRetry) => this.llm.complete(request, endpointSeed(site.seed), signal, onRetry),
        actual: (reply) => {
          const { costUsd: cost, inputTokens, outputTokens } = this.#usage(reply);
          if (cost > worst.costUsd && worst.costUsd > 0) this.#overrun *= cost / worst.costUsd;
          return { what: 'model', calls: 1, costUsd: cost, inputTokens, outputTokens };
        },
        keep: (reply) => ({ key, value: reply as unknown as Json }), // a Completion is plain JSON
      },
      signal,
    );
    return { completion, usage: this.#usage(completion), cached: false };
  }

  /** A token is at least one byte, so the prompt's bytes bound its tokens; the rest is room for the chat template. */
  #worstUsd(request: LlmRequest): number {
    if (!this.#price) return 0;
    const bytes = Buffer.byteLength(JSON.stringify([request.messages, request.schema ?? null]), 'utf8');
    const inputTokens = bytes + 64 + 16 * request.messages.length;
    return costUsd({ inputTokens, cachedTokens: 0, outputTokens: request.maxOutputTokens }, this.#price);
  }

  #usage(completion: Completion): Usage {
    const { inputTokens, cachedTokens, outputTokens } = completion.usage;
    const cost = this.#price ? costUsd(completion.usage, this.#price) : 0;
    return { modelCalls: 1, inputTokens, cachedTokens, outputTokens, costUsd: cost };
  }
}
