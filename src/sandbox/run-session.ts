import { siteNodes } from '../ports/locate.js';
import type { GuestCall, RunResult } from '../ports/sandbox.js';
import type { GuestMessage, ReplyMessage, StartMessage } from '../runtime/wire.js';
import type { Json } from '../task/json.js';
import { EndRun } from '../trace/end-run.js';
import type { CallReply, LimitName, RunEnd, TraceNode } from '../trace/trace.js';
import { ComputeClock, overCompute } from './compute-clock.js';
import { crashEnd } from './crash-end.js';
import { evenNodes, evenPlaces } from './error-place.js';
import { errorSite, stackPlaces } from './error-site.js';
import type { ChildExit, GuestChild } from './guest-child.js';
import { NodeCheck, decodeGuestMessage } from './guest-message.js';
import { LastSeen } from './last-seen.js';
import { SandboxError } from './error.js';
import { MessageTotal, unreadReplies } from './message-total.js';
import { namedError, namedNodes } from './named-error.js';
import type { RunRequest } from './run-request.js';

/** One run in one child, from `start` to its end. The child is killed at every end that is not clean. */
export class RunSession {
  readonly #child: GuestChild;
  readonly #request: RunRequest;
  readonly #nodes: NodeCheck;
  readonly #lastSeen: LastSeen;
  readonly #total: MessageTotal;
  readonly #compute: ComputeClock;
  readonly #startedAt = performance.now();
  readonly #replies = new Map<number, string>();
  readonly #settled: Promise<RunResult>;
  #resolve: (result: RunResult) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #over = false;
  /** Ids of calls are 1, 2, 3, …: this is the last one. */
  #calls = 0;
  #delivered = 0;
  #droppedNodes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(child: GuestChild, request: RunRequest) {
    this.#child = child;
    this.#request = request;
    this.#nodes = new NodeCheck(request.limits.guest);
    this.#total = new MessageTotal(request.limits);
    this.#lastSeen = new LastSeen(request.script, request.locate);
    this.#compute = new ComputeClock(request.limits, (limit) => {
      this.#limit(limit, overCompute(limit, request.limits));
    });
    this.#settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** @throws the signal's reason when aborted; whatever the host's half throws against its contract. */
  async run(): Promise<RunResult> {
    const { task, seed, signal, host, limits } = this.#request;
    const onAbort = (): void => {
      this.#break(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#timer = setTimeout(() => {
      this.#limit('wallMs', `The run took longer than ${String(limits.wallMs)} ms (limits.wallMs) and was killed.`);
    }, limits.wallMs);
    this.#child.runs += 1;
    this.#child.listen(
      {
        onLine: (line) => {
          this.#guarded(() => {
            this.#onLine(line);
          });
        },
        onOverflow: (start) => {
          this.#onOverflow(start);
        },
        onNoise: () => {
          this.#onNoise();
        },
        onExit: (exit) => {
          this.#onExit(exit);
        },
      },
      { lineBytes: limits.messageBytes + 1, stderrBytes: limits.stderrBytes },
    );
    const start: StartMessage = { task, seed, tools: host.tools, limits: limits.guest };
    this.#deliver(`S${JSON.stringify(start)}`);
    if (signal?.aborted === true) onAbort();
    try {
      return await this.#settled;
    } finally {
      clearTimeout(this.#timer);
      this.#compute.stop();
      this.#child.computeMs += this.#compute.spentMs;
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #deliver(line: string): void {
    this.#compute.start();
    this.#child.write(line);
  }

  /** Whatever the guest's words do to the code that reads them ends this run, and nothing else. */
  #guarded(read: () => void): void {
    try {
      read();
    } catch (error) {
      this.#crash(`The host could not take in what the guest sent: ${String(error)}`);
    }
  }

  #onLine(line: string): void {
    if (this.#over) return;
    if (line.startsWith('g')) {
      const decoded = decodeGuestMessage(line.slice(1));
      if (decoded.kind === 'malformed') this.#crash(`The guest broke the protocol: ${decoded.reason}.`);
      else this.#onMessage(decoded.message, line);
    } else if (line.startsWith('cidle ')) {
      this.#compute.stop();
      if (this.#calls === this.#delivered && line === `cidle ${String(this.#delivered + 1)}`) this.#neverSettles();
    } else this.#crash(`The guest process broke the protocol: ${line.slice(0, 100)}.`);
  }

  #onMessage(message: GuestMessage, line: string): void {
    if (message.t !== 'nodes') this.#compute.stop();
    this.#droppedNodes = Math.max(this.#droppedNodes, message.dropped ?? 0);
    const refused = this.#nodes.refuse(message.nodes);
    if (refused !== undefined) {
      this.#crash(`The guest broke the protocol: ${refused}.`);
      return;
    }
    this.#lastSeen.record(message.nodes);
    if (this.#isOver('totalBytes', this.#total.over(line))) return;
    try {
      if (message.nodes.length > 0) this.#request.host.record(this.#readable(message.nodes));
    } catch (error) {
      this.#break(error);
      return;
    }
    if (message.t === 'call') this.#onCall(message);
    else if (message.t === 'end') this.#onEnd(message, line);
  }

  #onCall(message: Extract<GuestMessage, { readonly t: 'call' }>): void {
    const { limits, host } = this.#request;
    const { id, node, kind, name, args } = message;
    if (id !== this.#calls + 1) {
      this.#crash(`The guest broke the protocol: call ${String(id)} after call ${String(this.#calls)}.`);
      return;
    }
    this.#calls = id;
    if (id > limits.calls) {
      this.#limit('calls', `The harness made more than ${String(limits.calls)} tool and model calls (limits.calls).`);
      return;
    }
    if (id - this.#delivered > limits.concurrentCalls) {
      const most = String(limits.concurrentCalls);
      this.#limit('concurrentCalls', `The harness had more than ${most} calls in flight (limits.concurrentCalls).`);
      return;
    }
    const call: GuestCall = { id, node, kind, name, args };
    // `call` may also throw at once; inside the async function both ways are one.
    const served = (async (): Promise<CallReply> => await host.call(call))();
    served.then(
      (reply) => {
        this.#guarded(() => {
          this.#onReply(call, reply);
        });
      },
      (error: unknown) => {
        if (error instanceof EndRun) this.#kill(this.#placed(error.end));
        else this.#break(error);
      },
    );
  }

  /** Error nodes with the text and the place that the source gives them. */
  #readable(nodes: readonly TraceNode[]): readonly TraceNode[] {
    return siteNodes(this.#request.locate, namedNodes(evenNodes(nodes, this.#request), this.#request));
  }

  #onReply({ id, name }: GuestCall, reply: CallReply): void {
    if (this.#over) return;
    const message: ReplyMessage = { id, ...reply };
    const text = JSON.stringify(message);
    const bytes = Buffer.byteLength(text);
    const { messageBytes } = this.#request.limits;
    if (bytes > messageBytes) {
      this.#limit(
        'messageBytes',
        `The reply to ${name} has ${String(bytes)} bytes; at most ${String(messageBytes)} cross (limits.messageBytes).`,
      );
      return;
    }
    if (this.#isOver('totalBytes', this.#total.over(text, bytes))) return;
    this.#replies.set(id, text);
    for (;;) {
      const next = this.#replies.get(this.#delivered + 1);
      if (next === undefined) return;
      this.#delivered += 1;
      this.#replies.delete(this.#delivered);
      this.#deliver(`R${next}`);
      if (this.#isOver('concurrentCalls', unreadReplies(this.#child.unreadBytes, this.#request.limits))) return;
    }
  }

  #onEnd(message: Extract<GuestMessage, { readonly t: 'end' }>, line: string): void {
    if (!message.ok) {
      const { name, stack } = message.error;
      const places = evenPlaces(message.error.message, stackPlaces(stack), this.#request);
      const site = errorSite(places, this.#request.locate);
      const text = namedError(message.error.message, places, this.#request);
      if (name === 'LoopFuelExhausted') this.#finish({ kind: 'limit', limit: 'loopFuel', message: text });
      else this.#finish({ kind: 'guest-error', name, message: text, ...(site === undefined ? {} : { site }) });
      return;
    }
    const { resultBytes } = this.#request.limits;
    // The line holds nodes too; only a long one needs the answer's own size.
    const bytes = line.length * 4 <= resultBytes ? 0 : Buffer.byteLength(JSON.stringify(message.value));
    if (bytes > resultBytes) this.#resultLimit(`${String(bytes)} bytes`);
    else this.#finish({ kind: 'answered' }, message.value);
  }

  #neverSettles(): void {
    const message = 'main waits for a promise that nothing can settle: no call is pending and no code is left to run.';
    this.#kill({ kind: 'guest-error', name: 'NeverSettles', message });
  }

  #onOverflow(start: string): void {
    const { messageBytes } = this.#request.limits;
    if (start.startsWith('g{"t":"end","ok":true')) this.#resultLimit(`more than ${String(messageBytes)} bytes`);
    else
      this.#limit(
        'messageBytes',
        `The guest sent a message of more than ${String(messageBytes)} bytes (limits.messageBytes).`,
      );
  }

  #onNoise(): void {
    const most = String(this.#request.limits.stderrBytes);
    this.#limit(
      'stderrBytes',
      `The guest process wrote more than ${most} bytes to standard error (limits.stderrBytes).`,
    );
  }

  #onExit(exit: ChildExit): void {
    this.#kill(this.#placed(crashEnd(exit, this.#child.memory)));
  }

  #resultLimit(size: string): void {
    this.#limit(
      'resultBytes',
      `The answer has ${size}; at most ${String(this.#request.limits.resultBytes)} are allowed (limits.resultBytes).`,
    );
  }

  /** Ends the run where there is something to say of a limit. */
  #isOver(limit: LimitName, message: string | undefined): boolean {
    if (message !== undefined) this.#limit(limit, message);
    return message !== undefined;
  }

  #limit(limit: LimitName, message: string): void {
    this.#kill(this.#placed({ kind: 'limit', limit, message }));
  }

  #crash(message: string): void {
    this.#kill(this.#placed({ kind: 'crash', message }));
  }

  /** With the place in the harness that the run had reached, as far as its nodes tell. */
  #placed(end: RunEnd): RunEnd {
    const seen = this.#lastSeen.sentence();
    if (seen === '' || (end.kind !== 'limit' && end.kind !== 'crash')) return end;
    return { ...end, message: `${end.message}${/[.!?]$/.test(end.message) ? '' : '.'} ${seen}` };
  }

  #kill(end: RunEnd): void {
    if (this.#over) return;
    this.#child.kill();
    this.#finish(end);
  }

  /** Ends the run without a result: aborted, or our own half is broken. A fault after the end has no run to reject. */
  #break(reason: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#child.kill();
    this.#reject(reason ?? new SandboxError('Expected a reason for the end of a run, got none.'));
  }

  #finish(end: RunEnd, answer?: Json): void {
    this.#over = true;
    // What comes after the end is for whoever takes the child next.
    this.#child.listen(undefined);
    const wallMs = performance.now() - this.#startedAt;
    this.#resolve({ end, ...(answer === undefined ? {} : { answer }), droppedNodes: this.#droppedNodes, wallMs });
  }
}
