import { setMaxListeners } from 'node:events';
import type { z } from 'zod';
import { BackendFault, BudgetExhausted, ToolError } from '../task/error.js';
import { ModelUnavailable } from '../task/model-unavailable.js';
import type { SamplingSeed } from '../task/ids.js';
import { EndRun } from '../trace/end-run.js';
import type { CallReply, TraceNode } from '../trace/trace.js';
import type { Environment } from '../ports/family.js';
import type { GuestCall, RunHost, RunLimits } from '../ports/sandbox.js';
import type { ModelCalls } from './model-calls.js';
import {
  ChatArgs,
  PREDICT_REPAIRS,
  PredictArgs,
  predictRequest,
  readPrediction,
  refusedMembers,
  repairRequest,
} from './predict.js';
import { RunRecorder } from './run-recorder.js';
import { type InterfaceValidators, validatorOf } from './schemas.js';
import { callTool } from './call-tool.js';

export interface RunHostParts {
  readonly environment: Environment;
  readonly validators: InterfaceValidators;
  readonly model: ModelCalls;
  readonly maxOutputTokens: number;
  readonly temperature: number | undefined;
  readonly limits: RunLimits;
  readonly seed: SamplingSeed;
  readonly signal: AbortSignal;
}

/** The host's half of one live run: serves model and tool calls, keeps the limits, records everything. */
export class LiveHost implements RunHost {
  readonly recorder: RunRecorder = new RunRecorder();
  readonly tools: readonly string[];
  readonly #parts: RunHostParts;
  readonly #open = new Set<Promise<unknown>>();
  readonly #end = new AbortController();
  readonly #onAbort: () => void;
  #over = false;
  #completions = 0;
  /** Output tokens that model calls in flight may still bring. */
  #reservedTokens = 0;
  /** Set when the budget ran out under this run: the run is abandoned, not failed. */
  exhausted: BudgetExhausted | undefined;
  /** An error that is neither the harness's nor the backend's: it stops everything. */
  fatal: unknown;

  constructor(parts: RunHostParts) {
    this.#parts = parts;
    this.tools = [...parts.validators.tools.keys()];
    this.#onAbort = (): void => {
      this.#end.abort(parts.signal.reason);
    };
    setMaxListeners(0, this.#end.signal);
    parts.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (parts.signal.aborted) this.#onAbort();
  }

  /**
   * Ends the host's half. Calls that the harness made and did not wait for get `waitMs` to bring their replies, so that
   * the record never hangs on which of them was faster; then the record is closed and the rest is cut off.
   */
  async finish(waitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([Promise.all([...this.#open]), late]);
    clearTimeout(timer);
    this.abandon();
    this.#end.abort(new Error('The run is over.'));
  }

  /** Closes the record at once. A model call in flight goes on, so that its reply is kept for the run's next attempt. */
  abandon(): void {
    this.#over = true;
    this.recorder.close();
    this.#parts.signal.removeEventListener('abort', this.#onAbort);
  }

  record(nodes: readonly TraceNode[]): void {
    this.recorder.record(nodes);
  }

  call(call: GuestCall): Promise<CallReply> {
    const index = this.recorder.begin(call);
    const startedAt = performance.now();
    const served = this.#serve(call, index).then((reply) =>
      this.recorder.finish(index, reply, performance.now() - startedAt),
    );
    const landed: Promise<unknown> = served.then(
      () => this.#open.delete(landed),
      () => this.#open.delete(landed),
    );
    this.#open.add(landed);
    return served;
  }

  async #serve(call: GuestCall, index: number): Promise<CallReply> {
    try {
      return call.kind === 'tool' ? await this.#tool(call) : await this.#model(call, index);
    } catch (error) {
      if (error instanceof ToolError || error instanceof ModelUnavailable) return refusal(error.name, error.message);
      if (error instanceof EndRun) throw error;
      if (this.#over) throw new EndRun({ kind: 'missing', message: 'the run is over' }, { cause: error });
      if (error instanceof BackendFault)
        throw new EndRun({ kind: 'missing', message: error.message }, { cause: error });
      if (error instanceof BudgetExhausted) this.exhausted = error;
      else this.fatal ??= error;
      const message = error instanceof Error ? error.message : String(error);
      throw new EndRun({ kind: 'missing', message }, { cause: error });
    }
  }

  async #tool(call: GuestCall): Promise<CallReply> {
    const { environment, validators, limits } = this.#parts;
    const validator = validators.tools.get(call.name);
    if (!validator) {
      throw new ToolError(`There is no tool "${call.name}". Tools: ${this.tools.join(', ') || 'none'}.`);
    }
    return { ok: true, value: await callTool(environment, validator, call, limits, this.#end.signal) };
  }

  async #model(call: GuestCall, index: number): Promise<CallReply> {
    switch (call.name) {
      case 'predict':
        return this.#predict(call, index);
      case 'chat':
        return this.#chat(call, index);
      default:
        return refusal('LlmError', `There is no model call "${call.name}"; there are predict and chat.`);
    }
  }

  async #chat(call: GuestCall, index: number): Promise<CallReply> {
    const args = ChatArgs.safeParse(call.args);
    if (!args.success)
      return refusal('LlmError', `chat takes { messages: [{ role, content }] }: ${issues(args.error)}`);
    const { maxOutputTokens, temperature } = this.#parts;
    const request = {
      messages: args.data.messages,
      maxOutputTokens,
      ...(temperature === undefined ? {} : { temperature }),
    };
    const completion = await this.#complete(request, index);
    if (completion.finish === 'truncated') return refusal('LlmError', truncated(maxOutputTokens));
    return { ok: true, value: completion.text };
  }

  async #predict(call: GuestCall, index: number): Promise<CallReply> {
    const args = PredictArgs.safeParse(call.args);
    if (!args.success) {
      return refusal('LlmError', `predict takes { instruction, input, output }: ${issues(args.error)}`);
    }
    const refused = refusedMembers(args.data.output);
    if (refused.length > 0)
      return refusal(
        'LlmError',
        `predict's output may not use ${refused.join(', ')}: build it with espalier/runtime's s.`,
      );
    const { maxOutputTokens, temperature } = this.#parts;
    let validator: z.ZodType;
    try {
      validator = validatorOf(args.data.output);
    } catch (error) {
      return refusal('LlmError', `predict's output is no schema of espalier/runtime's s: ${String(error)}`);
    }
    let request = {
      ...predictRequest(args.data, maxOutputTokens),
      ...(temperature === undefined ? {} : { temperature }),
    };
    let problem = '';
    for (let attempt = 0; attempt <= PREDICT_REPAIRS; attempt += 1) {
      const completion = await this.#complete(request, index);
      if (completion.finish === 'truncated') return refusal('LlmError', truncated(maxOutputTokens));
      const read = readPrediction(completion.text, validator);
      if (read.ok) return { ok: true, value: read.value };
      problem = read.problem;
      request = { ...request, ...repairRequest(request, completion.text, problem) };
    }
    return refusal(
      'LlmError',
      `The model gave no value of the asked shape in ${String(PREDICT_REPAIRS + 1)} attempts: ${problem}`,
    );
  }

  async #complete(
    request: Parameters<ModelCalls['complete']>[0],
    index: number,
  ): Promise<{ text: string; finish: 'complete' | 'truncated' }> {
    const { model, limits, seed, maxOutputTokens } = this.#parts;
    if (this.#over) throw new EndRun({ kind: 'missing', message: 'the run is over' });
    const { usage } = this.recorder;
    // Counted as they begin: calls in flight count too, and in the order in which the harness made them.
    if (this.#completions >= limits.modelCalls) {
      throw new EndRun({
        kind: 'limit',
        limit: 'modelCalls',
        message: `more than ${String(limits.modelCalls)} model calls`,
      });
    }
    if (usage.inputTokens + usage.outputTokens + this.#reservedTokens >= limits.tokens) {
      throw new EndRun({ kind: 'limit', limit: 'tokens', message: `more than ${String(limits.tokens)} tokens` });
    }
    this.#completions += 1;
    this.#reservedTokens += maxOutputTokens;
    try {
      const paid = await model.complete(request, { seed, ...this.recorder.site(index) }, this.#end.signal);
      this.recorder.spend(index, paid.usage, paid.cached);
      return paid.completion;
    } finally {
      this.#reservedTokens -= maxOutputTokens;
    }
  }
}

const refusal = (name: string, message: string): CallReply => ({ ok: false, error: { name, message } });
const truncated = (tokens: number): string => `The reply was cut off at ${String(tokens)} output tokens.`;
const issues = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'argument'}: ${issue.message}`).join('; ');
