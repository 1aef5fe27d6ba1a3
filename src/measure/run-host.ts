import { setMaxListeners } from 'node:events';
import type { z } from 'zod';
import { BackendFault, BudgetExhausted, EspalierError, ToolError } from '../task/error.js';
import { ModelUnavailable } from '../task/model-unavailable.js';
import type { SamplingSeed } from '../task/ids.js';
import type { Json } from '../task/json.js';
import { EndRun } from '../trace/end-run.js';
import type { CallReply, TraceNode } from '../trace/trace.js';
import type { Environment } from '../ports/family.js';
import type { GuestCall, RunHost, RunLimits } from '../ports/sandbox.js';
import type { ModelCalls } from './model-calls.js';
import { ChatArgs, PREDICT_REPAIRS, PredictArgs, predictRequest, readPrediction, repairRequest } from './predict.js';
import { checked } from './checked.js';
import { extentOf, inputFault, schemaFault } from './predict-bounds.js';
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
  /** What the model's endpoint or the ledger last threw, as it came. */
  #outside: unknown;
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
      const message = error instanceof Error ? error.message : String(error);
      // Neither one of ours nor of what the call reached out to: this call's own data broke the code that serves it.
      if (!(error instanceof EspalierError) && (error instanceof RangeError || error !== this.#outside)) {
        const what = `The host could not serve ${call.kind === 'tool' ? 'tool' : 'model'} call ${call.name}`;
        throw new EndRun({ kind: 'crash', message: `${what}: ${message}.` }, { cause: error });
      }
      if (error instanceof BudgetExhausted) this.exhausted = error;
      else this.fatal ??= error;
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
    const args = readArgs(ChatArgs, call.args);
    if (!args.ok) return refusal('LlmError', `chat takes { messages: [{ role, content }] }: ${args.problem}`);
    const { maxOutputTokens, temperature } = this.#parts;
    const request = {
      messages: args.value.messages,
      maxOutputTokens,
      ...(temperature === undefined ? {} : { temperature }),
    };
    const completion = await this.#complete(request, index);
    if (completion.finish === 'truncated') return refusal('LlmError', truncated(maxOutputTokens));
    return { ok: true, value: completion.text };
  }

  async #predict(call: GuestCall, index: number): Promise<CallReply> {
    const args = readArgs(PredictArgs, call.args);
    if (!args.ok) return refusal('LlmError', `predict takes { instruction, input, output }: ${args.problem}`);
    const { input, output } = args.value;
    const fault = schemaFault(output) ?? inputFault(input);
    if (fault !== undefined) return refusal('LlmError', fault);
    const { maxOutputTokens, temperature } = this.#parts;
    let validator: z.ZodType;
    try {
      validator = validatorOf(output);
    } catch (error) {
      return refusal('LlmError', `predict's output is no schema of espalier/runtime's s: ${String(error)}`);
    }
    const { values } = extentOf(output);
    let request = {
      ...predictRequest(args.value, maxOutputTokens),
      ...(temperature === undefined ? {} : { temperature }),
    };
    let problem = '';
    for (let attempt = 0; attempt <= PREDICT_REPAIRS; attempt += 1) {
      const completion = await this.#complete(request, index);
      if (completion.finish === 'truncated') return refusal('LlmError', truncated(maxOutputTokens));
      const read = readPrediction(completion.text, validator, values);
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
    } catch (error) {
      this.#outside = error;
      throw error;
    } finally {
      this.#reservedTokens -= maxOutputTokens;
    }
  }
}

const refusal = (name: string, message: string): CallReply => ({ ok: false, error: { name, message } });
const truncated = (tokens: number): string => `The reply was cut off at ${String(tokens)} output tokens.`;

/** Arguments of a model call by their schema. Long lists are refused before it names each of their mistakes. */
function readArgs<T>(schema: z.ZodType<T>, args: Json): { ok: true; value: T } | { ok: false; problem: string } {
  const read = checked(schema, args, 'argument');
  return read.ok ? { ok: true, value: read.value as T } : { ok: false, problem: read.inline }; // of that schema
}
