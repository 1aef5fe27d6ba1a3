import type { z } from 'zod';
import { BackendFault, BudgetExhausted, ToolError } from '../task/error.js';
import { ModelUnavailable } from '../task/model-unavailable.js';
import type { SamplingSeed } from '../task/ids.js';
import { EndRun } from '../trace/end-run.js';
import type { CallReply, TraceNode } from '../trace/trace.js';
import type { Environment } from '../ports/family.js';
import type { GuestCall, RunHost, RunLimits } from '../ports/sandbox.js';
import type { ModelCalls } from './model-calls.js';
import { ChatArgs, PREDICT_REPAIRS, PredictArgs, predictRequest, readPrediction, repairRequest } from './predict.js';
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
  /** Set when the budget ran out under this run: the run is abandoned, not failed. */
  exhausted: BudgetExhausted | undefined;
  /** An error that is neither the harness's nor the backend's: it stops everything. */
  fatal: unknown;

  constructor(parts: RunHostParts) {
    this.#parts = parts;
    this.tools = [...parts.validators.tools.keys()];
  }

  record(nodes: readonly TraceNode[]): void {
    this.recorder.record(nodes);
  }

  async call(call: GuestCall): Promise<CallReply> {
    const index = this.recorder.begin(call);
    const startedAt = performance.now();
    const reply = await this.#serve(call, index);
    return this.recorder.finish(index, reply, performance.now() - startedAt);
  }

  async #serve(call: GuestCall, index: number): Promise<CallReply> {
    try {
      return call.kind === 'tool' ? await this.#tool(call) : await this.#model(call, index);
    } catch (error) {
      if (error instanceof ToolError || error instanceof ModelUnavailable) return refusal(error.name, error.message);
      if (error instanceof EndRun) throw error;
      if (error instanceof BackendFault) throw new EndRun({ kind: 'missing', message: error.message }, { cause: error });
      if (error instanceof BudgetExhausted) this.exhausted = error;
      else this.fatal ??= error;
      const message = error instanceof Error ? error.message : String(error);
      throw new EndRun({ kind: 'missing', message }, { cause: error });
    }
  }

  async #tool(call: GuestCall): Promise<CallReply> {
    const { environment, validators, limits, signal } = this.#parts;
    const validator = validators.tools.get(call.name);
    if (!validator) {
      throw new ToolError(`There is no tool "${call.name}". Tools: ${this.tools.join(', ') || 'none'}.`);
    }
    return { ok: true, value: await callTool(environment, validator, call, limits, signal) };
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
    if (!args.success) return refusal('LlmError', `chat takes { messages: [{ role, content }] }: ${issues(args.error)}`);
    const { maxOutputTokens, temperature } = this.#parts;
    const request = { messages: args.data.messages, maxOutputTokens, ...(temperature === undefined ? {} : { temperature }) };
    const completion = await this.#complete(request, index);
    if (completion.finish === 'truncated') return refusal('LlmError', truncated(maxOutputTokens));
    return { ok: true, value: completion.text };
  }

  async #predict(call: GuestCall, index: number): Promise<CallReply> {
    const args = PredictArgs.safeParse(call.args);
    if (!args.success) {
      return refusal('LlmError', `predict takes { instruction, input, output }: ${issues(args.error)}`);
    }
    const { maxOutputTokens, temperature } = this.#parts;
    let validator: z.ZodType;
    try {
      validator = validatorOf(args.data.output);
    } catch (error) {
      return refusal('LlmError', `predict's output is no schema of espalier/runtime's s: ${String(error)}`);
    }
    let request = { ...predictRequest(args.data, maxOutputTokens), ...(temperature === undefined ? {} : { temperature }) };
    let problem = '';
    for (let attempt = 0; attempt <= PREDICT_REPAIRS; attempt += 1) {
      const completion = await this.#complete(request, index);
      if (completion.finish === 'truncated') return refusal('LlmError', truncated(maxOutputTokens));
      const read = readPrediction(completion.text, validator);
      if (read.ok) return { ok: true, value: read.value };
      problem = read.problem;
      request = { ...request, ...repairRequest(request, completion.text, problem) };
    }
    return refusal('LlmError', `The model gave no value of the asked shape in ${String(PREDICT_REPAIRS + 1)} attempts: ${problem}`);
  }

  async #complete(request: Parameters<ModelCalls['complete']>[0], index: number): Promise<{ text: string; finish: 'complete' | 'truncated' }> {
    const { model, limits, seed, signal } = this.#parts;
    const { usage } = this.recorder;
    if (usage.modelCalls >= limits.modelCalls) {
      throw new EndRun({ kind: 'limit', limit: 'modelCalls', message: `more than ${String(limits.modelCalls)} model calls` });
    }
    if (usage.inputTokens + usage.outputTokens >= limits.tokens) {
      throw new EndRun({ kind: 'limit', limit: 'tokens', message: `more than ${String(limits.tokens)} tokens` });
    }
    const paid = await model.complete(request, { seed, ...this.recorder.site(index) }, signal);
    this.recorder.spend(index, paid.usage, paid.cached);
    return paid.completion;
  }
}

const refusal = (name: string, message: string): CallReply => ({ ok: false, error: { name, message } });
const truncated = (tokens: number): string => `The reply was cut off at ${String(tokens)} output tokens.`;
const issues = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'argument'}: ${issue.message}`).join('; ');
