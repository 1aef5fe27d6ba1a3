import type { Prepared, RunLimits, Sandbox } from '../../src/ports/sandbox.js';
import { AbuseHost } from './abuse-host.js';
import { NEXT_RUN } from './abuse-script.js';
import type { Payload } from './payload-folder.js';

/** A kill at the deadline may be this late on a busy machine. */
const LATE_MS = 1_500;
/** The run after a payload does next to nothing; only a busy machine makes it slow. */
const NEXT_WALL_MS = 15_000;
/** What a plain run must begin with to be right at all. */
const RIGHT = '[{"kind":"answered"},{"echoed":{"n":7},"listed":[{"a":1},{"b":2}],';

/** What every run of the suite shares. `tell` gets the text of all that comes out of a guest. */
export interface Rooms {
  readonly sandbox: Sandbox;
  readonly limits: RunLimits;
  readonly tell: (text: string) => void;
}

/** One payload's run, and into `broke` what it broke; a payload that answers `PLANTED…` is run again, to see whether the second run finds something. */
export async function attack(
  payload: Payload,
  lane: Prepared,
  { sandbox, limits, tell }: Rooms,
  broke: string[],
): Promise<{ readonly ended: string; readonly endKind: string }> {
  for (let again = false; ; again = true) {
    const host = new AbuseHost(tell);
    let ended: string;
    let endKind: string;
    let answer: string;
    try {
      const result = await sandbox.run(lane, { task: payload.name, seed: 'abuse' }, host, limits);
      answer = result.answer === undefined ? '' : JSON.stringify(result.answer);
      const { end } = result;
      tell(JSON.stringify(end) + answer);
      endKind = end.kind;
      ended = end.kind === 'limit' ? `limit ${end.limit}` : end.kind;
      if (end.kind === 'guest-error') ended += ` ${end.name}: ${end.message}`;
      if (end.kind === 'crash') ended += `: ${end.message}`;
      if (end.kind === 'answered') ended += ` ${answer}`;
      ended = printable(ended);
      if (result.wallMs > limits.wallMs + LATE_MS) broke.push(`it ended after ${result.wallMs.toFixed(0)} ms`);
      if (end.kind === 'guest-error' && end.name === 'NeverSettles' && payload.ends.length === 0) {
        // Promises of the guest alone settle by themselves; one of the machine's, a socket's say, shows in this way.
        broke.push('it waits for something that is not of the guest');
      }
      if (payload.ends.length > 0 && !payload.ends.includes(endKind)) {
        broke.push(`expected an end by ${payload.ends.join(' or ')}, got ${endKind}`);
      }
    } catch (error) {
      broke.push(`the host's half failed: ${error instanceof Error ? error.message : String(error)}`);
      return { ended: 'failed', endKind: 'failed' };
    }
    if (/^"(ESCAPED|RESOURCE|REACHED|WRONG)/.test(answer)) broke.push(printable(answer.slice(1, 121)));
    broke.push(...host.tampered());
    if (again || !answer.startsWith('"PLANTED')) return { ended, endKind };
  }
}

/** What plain runs give before any payload has run. @throws Error when they are wrong or differ between lanes. */
export async function firstRun(lanes: readonly Prepared[], rooms: Rooms): Promise<string> {
  const texts = new Set<string>();
  for (const lane of lanes) texts.add(await plainRun(lane, rooms));
  const [text = '', ...others] = texts;
  if (others.length > 0 || !text.startsWith(RIGHT)) {
    throw new Error(`Expected plain runs to answer rightly and alike, got:\n${[...texts].join('\n')}`);
  }
  return text;
}

/** A plain run in the same pool: its end, its answer and its calls as one text. */
export async function plainRun(lane: Prepared, { sandbox, limits, tell }: Rooms): Promise<string> {
  const host = new AbuseHost(tell);
  try {
    const input = { task: NEXT_RUN, seed: 'next' };
    const { end, answer } = await sandbox.run(lane, input, host, { ...limits, wallMs: NEXT_WALL_MS });
    return JSON.stringify([end, answer ?? null, host.calls]);
  } catch (error) {
    return `the host's half failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** In one line of bounded length, without what steers a terminal. */
export const printable = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 160);
