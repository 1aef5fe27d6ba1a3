import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Canaries } from './canaries.js';
import type { Payload } from './payload-folder.js';

const GUEST = fileURLToPath(new URL('./control-guest.mjs', import.meta.url));
/** A process that has not ended by then hangs: the attack on it succeeded. */
const HANG_MS = 2_500;
/** As in the suite. */
const MOST_GAP_MS = 250;
/** More than a host should ever take of an answer, bytes. */
const MOST_ANSWER_BYTES = 1_048_576;

export interface ControlResult {
  readonly name: string;
  /** What the payload achieved against a host that runs it by node:vm; `undefined` where even that held. */
  readonly achieved: string | undefined;
}

/** Runs payloads by plain node:vm, each in a throwaway process, a few at a time: most of them must succeed here. */
export async function runControl(
  payloads: readonly Payload[],
  canaries: Canaries,
  lanes: number,
): Promise<readonly ControlResult[]> {
  const queue = [...payloads];
  const results: ControlResult[] = [];
  const work = async (): Promise<void> => {
    for (let payload = queue.shift(); payload !== undefined; payload = queue.shift()) {
      results.push({ name: payload.name, achieved: await attack(canaries.fill(payload.code)) });
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return results;
}

interface Said {
  readonly answer: string;
  readonly bytes: number;
  readonly tampered: boolean;
  readonly gapMs: number;
}

async function attack(code: string): Promise<string | undefined> {
  // A small heap, so that a payload that fills it does so soon.
  const args = ['--max-old-space-size=128', GUEST];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin.on('error', () => undefined).end(code); // a process that is gone reads no more
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, HANG_MS);
  const exit = await new Promise<string>((ended) => {
    child.on('close', (status, signal) => {
      ended(signal ?? String(status));
    });
  });
  clearTimeout(timer);
  if (hung) return 'the host hangs';
  if (exit !== '0' || output === '') return `the host ended with ${exit}`;
  const { answer, bytes, tampered, gapMs } = JSON.parse(output) as Said; // our own guest wrote it
  if (/^(ESCAPED|RESOURCE|WRONG)/.test(answer)) return answer;
  if (tampered) return 'the host is changed';
  if (gapMs >= MOST_GAP_MS) return `the host stands still for ${gapMs.toFixed(0)} ms`;
  return bytes > MOST_ANSWER_BYTES ? `an answer of ${String(bytes)} bytes` : undefined;
}
