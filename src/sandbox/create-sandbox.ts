import type { Isolation, Sandbox } from '../ports/sandbox.js';
import { SandboxError } from './error.js';
import type { GuestMemory } from './launch.js';
import { openSandbox } from './open-sandbox.js';
import type { MachineRecord } from './machine-record.js';
import { keepMachine, readMachine } from './probe-cache.js';
import { probeLevel, type LevelProbe } from './probe-level.js';
import { findWrappers } from './find-wrappers.js';

/** The level to run at. `auto`: `full` where it holds, else `portable` where that holds, else a refusal. */
export type SandboxChoice = 'auto' | Isolation;

export interface CreateSandboxOptions {
  readonly level?: SandboxChoice;
  /** Memory of the children that are started ahead. */
  readonly memory?: GuestMemory;
}

/**
 * A sandbox at a level that was tried on this machine and held. Harness code never runs in this process.
 * @throws SandboxError naming each layer that does not hold and what mends it.
 */
export async function createSandbox({ level = 'auto', memory }: CreateSandboxOptions = {}): Promise<Sandbox> {
  const tried: LevelProbe[] = [];
  for (const candidate of level === 'auto' ? (['full', 'portable'] as const) : [level]) {
    const { probe, machine } = await tryLevel(candidate);
    if (probe.holds) {
      return openSandbox(candidate, { wrappers: machine.found.wrappers, ...(memory === undefined ? {} : { memory }) });
    }
    tried.push(probe);
  }
  throw new SandboxError(refusal(level, tried));
}

let machine: MachineRecord | undefined;

/** What a trial of a level showed on this machine since it started; tried now where it was not yet. */
export async function tryLevel(
  level: Isolation,
  options: { readonly again?: boolean } = {},
): Promise<{ readonly probe: LevelProbe; readonly machine: MachineRecord }> {
  machine ??= readMachine();
  const known = machine?.probes[level];
  if (options.again !== true && machine !== undefined && known !== undefined) return { probe: known, machine };
  const found = options.again === true || machine === undefined ? findWrappers() : machine.found;
  const probe = await probeLevel(level, found);
  machine = { found, probes: { ...machine?.probes, [level]: probe } };
  // What does not hold may be mended at any time: it is tried again by the next process.
  if (probe.holds) keepMachine(machine);
  return { probe, machine };
}

function refusal(level: SandboxChoice, tried: readonly LevelProbe[]): string {
  const lines = tried.flatMap(({ level: name, layers }) =>
    layers
      .filter((layer) => layer.needed && layer.state !== 'holds')
      .map(
        ({ name: layer, detail, fix }) =>
          `  ${name}: ${layer}: ${detail}${fix === undefined ? '' : `\n    fix: ${fix}`}`,
      ),
  );
  const asked = level === 'auto' ? 'any isolation level' : `isolation \`${level}\` (--sandbox ${level})`;
  const rest =
    level === 'full'
      ? '\n  Without it there is `--sandbox portable`: slower, and no wall of the operating system.'
      : '';
  return `Expected ${asked} to hold on this machine; it does not, and harness code never runs without.\n${lines.join('\n')}${rest}`;
}
