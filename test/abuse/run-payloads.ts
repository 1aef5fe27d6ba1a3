import type { Bundle, Prepared, RunLimits, Sandbox } from '../../src/ports/sandbox.js';
import type { LinkHarness } from './abuse-script.js';
import { abuseBundle, syntaxFault } from './abuse-script.js';
import { openCanaries } from './canaries.js';
import { watchProcesses } from './guest-processes.js';
import { openHostGauge } from './host-gauge.js';
import type { HostStrain } from './host-gauge.js';
import { attack, firstRun, plainRun, printable } from './one-run.js';
import type { Payload } from './payload-folder.js';

/** Bounds on what a payload may do to the host, whatever it tries. */
const MOST_GAP_MS = 250;
const MOST_GROWTH_MB = 100;

export interface PayloadResult extends HostStrain {
  readonly name: string;
  readonly mustNot: string;
  /** How it ended, in a few words: `limit wallMs`, `answered "safe"`, … */
  readonly ended: string;
  readonly endKind: string;
  readonly ms: number;
  /** What it achieved against its first line or against the host; empty when the sandbox held. */
  readonly broke: readonly string[];
}

export interface AbuseReport {
  readonly results: readonly PayloadResult[];
  /** What is true of the whole and of no single payload: processes left over, memory that does not come back. */
  readonly broke: readonly string[];
  readonly growthMb: number;
}

export interface AbuseSetup {
  readonly payloads: readonly Payload[];
  readonly openSandbox: () => Sandbox | Promise<Sandbox>;
  readonly link: LinkHarness;
  readonly limits: RunLimits;
  /** Payloads that run at the same time, each lane in a pool of its own. */
  readonly lanes: number;
  /** Keeps calls in flight, so that a payload may wait for the machine; only where its realm is broken on purpose. */
  readonly keepsCalling?: boolean;
  readonly onResult?: (result: PayloadResult) => void;
}

/** Runs every payload in a few reused pools and judges what came of it. */
export async function runPayloads(setup: AbuseSetup): Promise<AbuseReport> {
  const canaries = await openCanaries();
  const gauge = openHostGauge();
  /** What each payload that runs now has broken so far. */
  const inFlight = new Set<string[]>();
  const tell = (text: string): void => {
    const found = canaries.foundIn(text);
    for (const broke of found.length === 0 ? [] : inFlight) broke.push(...found.map((name) => `${name} came out`));
  };
  const processes = watchProcesses(tell);
  const results: PayloadResult[] = [];
  try {
    const sandbox = await setup.openSandbox();
    try {
      const filled = setup.payloads.map((payload) => ({ ...payload, code: canaries.fill(payload.code) }));
      const { bundle, faults } = await loadable(filled, sandbox, setup);
      const lanes: Prepared[] = [];
      for (let lane = 0; lane < setup.lanes; lane += 1) lanes.push(await sandbox.prepare(bundle));
      const rooms = { sandbox, limits: setup.limits, tell };
      const first = await firstRun(lanes, rooms);
      const restingMb = gauge.restingMb();
      const judge = async (payload: Payload, lane: Prepared): Promise<PayloadResult> => {
        const fault = faults.get(payload.name);
        if (fault !== undefined) return unloaded(payload, fault);
        const broke: string[] = [];
        inFlight.add(broke);
        const stop = gauge.start();
        const started = performance.now();
        const outcome = await attack(payload, lane, rooms, broke);
        const ms = performance.now() - started;
        const strain = stop();
        if (strain.gapMs - strain.waitedMs >= MOST_GAP_MS) broke.push(`the host stood still for ${mark(strain)}`);
        if (strain.peakMb >= MOST_GROWTH_MB) broke.push(`the host grew by ${strain.peakMb.toFixed(0)} MiB`);
        const next = await plainRun(lane, rooms);
        if (next !== first) broke.push(`the next run was not as the first: ${differenceOf(first, next)}`);
        broke.push(...canaries.reached());
        inFlight.delete(broke);
        const { name, mustNot } = payload;
        return { name, mustNot, ...outcome, ms, ...strain, broke: [...new Set(broke)] };
      };
      const work = async (lane: Prepared): Promise<void> => {
        for (let payload = filled.shift(); payload !== undefined; payload = filled.shift()) {
          const result = await judge(payload, lane);
          results.push(result);
          setup.onResult?.(result);
        }
      };
      await Promise.all(lanes.map(work));
      await sandbox.close();
      const growthMb = gauge.restingMb() - restingMb;
      const broke = processes.left().map((one) => `a process was left over: ${one}`);
      if (growthMb >= MOST_GROWTH_MB) broke.push(`the host holds ${growthMb.toFixed(0)} MiB more than before`);
      return { results, broke, growthMb };
    } finally {
      await sandbox.close();
    }
  } finally {
    processes.close();
    gauge.close();
    await canaries.close();
  }
}

/** One script of all payloads that the level's engine can read, and why it cannot read the others. */
async function loadable(
  payloads: readonly Payload[],
  sandbox: Sandbox,
  setup: AbuseSetup,
): Promise<{ readonly bundle: Bundle; readonly faults: ReadonlyMap<string, string> }> {
  const bundleOf = (some: readonly Payload[]): Bundle => abuseBundle(some, setup.link, setup.keepsCalling === true);
  const faultOf = async (some: readonly Payload[]): Promise<string | undefined> => {
    try {
      await (await sandbox.prepare(bundleOf(some))).close();
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const faults = new Map<string, string>();
  const sound = payloads.filter((payload) => {
    const fault = syntaxFault(payload);
    if (fault !== undefined) faults.set(payload.name, fault);
    return fault === undefined;
  });
  if ((await faultOf(sound)) === undefined) return { bundle: bundleOf(sound), faults };
  // Another engine may read less than this one: it says which it cannot read.
  for (const payload of sound) {
    const fault = await faultOf([payload]);
    if (fault !== undefined) faults.set(payload.name, fault);
  }
  return { bundle: bundleOf(sound.filter(({ name }) => !faults.has(name))), faults };
}

const mark = (strain: HostStrain): string =>
  `${strain.gapMs.toFixed(0)} ms (${strain.waitedMs.toFixed(0)} ms of it without a processor, ${strain.computedMs.toFixed(0)} ms computing)`;

function unloaded({ name, mustNot }: Payload, fault: string): PayloadResult {
  const ended = `does not load: ${printable(fault)}`;
  return {
    name,
    mustNot,
    ended,
    endKind: 'refused',
    ms: 0,
    broke: [],
    gapMs: 0,
    waitedMs: 0,
    computedMs: 0,
    peakMb: 0,
  };
}

function differenceOf(expected: string, got: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === got[at]) at += 1;
  return `expected …${expected.slice(at - 20, at + 60)}…, got …${got.slice(at - 20, at + 100)}…`;
}
