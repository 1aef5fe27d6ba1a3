import type { Isolation } from '../ports/sandbox.js';
import { GUEST_KINDS } from './guest-kind.js';
import type { Layer } from './layer.js';
import { probeEngine } from './probe-engine.js';
import { userLayer } from './user-layer.js';
import { probeWalls, type Reached, type WallProbe } from './probe-walls.js';
import { runnerFiles } from './runner-file.js';
import { diagnose } from './wrapper-fix.js';
import type { FoundWrappers, Wrappers } from './wrappers.js';

/** What a trial of a level showed. */
export interface LevelProbe {
  readonly level: Isolation;
  readonly holds: boolean;
  readonly layers: readonly Layer[];
}

const WORDS: Readonly<Record<keyof Reached, string>> = {
  connect: 'connected to this machine',
  read: 'read a file of yours',
  write: 'wrote a file',
  spawn: 'started a process',
  signal: 'ended a process of yours',
  env: 'read the environment',
  inherit: 'had a file open that you have open',
};
const WITHOUT: Readonly<Record<'prlimit' | 'setpriv', string>> = {
  prlimit: 'memory beside the heap has no bound',
  setpriv: 'a guest in a tight loop may outlive a killed host',
};
/** What the walls must stop by themselves; another process inside the same walls is the permission flag's matter. */
const WALLED = ['connect', 'read', 'write', 'signal', 'env', 'inherit'] as const;
const PERMITTED = ['read', 'write', 'spawn', 'env', 'inherit'] as const;

/** Tries a level on this machine, by attempts out of processes that are started as its guests are. Takes some 500 ms. */
export async function probeLevel(level: Isolation, found: FoundWrappers): Promise<LevelProbe> {
  const kind = GUEST_KINDS[level];
  const { wrappers } = found;
  const kernel = [
    wrapperLayer('prlimit', 'memory beside the heap', kind.namespaces, found),
    wrapperLayer('setpriv', 'guests die with their host', false, found),
  ];
  const outer = kind.namespaces ? await namespaceLayer(found) : undefined;
  const blocked = kind.namespaces && wrappers.bwrap === undefined;
  const walls = blocked ? undefined : await probeWalls({ kind, wrappers, files: runnerFiles() });
  const inner = walls === undefined ? [] : [permissionLayer(walls), await engineLayer(level, wrappers)];
  const layers = [outer ?? noNamespaces(walls), ...userLayer(level, found), ...kernel, ...inner];
  const holds = !blocked && layers.every((layer) => !layer.needed || layer.state === 'holds');
  return { level, holds, layers };
}

async function namespaceLayer(found: FoundWrappers): Promise<Layer> {
  const name = 'namespaces';
  const { bwrap: fault } = found.faults;
  if (fault !== undefined) return { name, state: 'absent', needed: true, ...diagnose('bwrap', fault) };
  const { wrappers } = found;
  const tried = await probeWalls({ kind: GUEST_KINDS.full, wrappers, files: runnerFiles(), permission: false });
  if (tried.kind === 'does-not-start') {
    return { name, state: 'open', needed: true, ...diagnose('bwrap', tried) };
  }
  const through = WALLED.filter((what) => tried.reached[what]);
  if (through.length === 0) {
    const detail = 'bubblewrap: no network, no file, no process and no environment of this machine in reach';
    return { name, state: 'holds', needed: true, detail };
  }
  const detail = `bubblewrap starts, but a trial process ${through.map((what) => WORDS[what]).join(', ')}`;
  return {
    name,
    state: 'open',
    needed: true,
    detail,
    fix: 'Use another kernel or container: its namespaces do not hold.',
  };
}

/** What code that broke out of the engine could do, as the trial showed it. */
function noNamespaces(walls: WallProbe | undefined): Layer {
  const through = walls?.kind === 'tried' ? WALLED.filter((what) => walls.reached[what]) : [];
  const trial = through.length === 0 ? '' : `: a trial process ${through.map((what) => WORDS[what]).join(', ')}`;
  const detail = `no wall of the operating system at this level${trial}; QuickJS keeps guest code from that`;
  return { name: 'namespaces', state: 'absent', needed: false, detail };
}

function permissionLayer(walls: WallProbe): Layer {
  const name = 'node permissions';
  if (walls.kind === 'does-not-start') {
    const fix = `Use a Node.js release of nodejs.org; this is ${process.version} (${process.execPath}).`;
    return { name, state: 'open', needed: true, detail: `a guest process does not start: ${walls.output}`, fix };
  }
  const through = PERMITTED.filter((what) => walls.reached[what]);
  if (through.length === 0) {
    return { name, state: 'holds', needed: true, detail: 'no file, no program and no environment in reach' };
  }
  const detail = `a trial process ${through.map((what) => WORDS[what]).join(', ')}`;
  return { name, state: 'open', needed: true, detail, fix: 'Use a Node.js release of nodejs.org, 20.19 or newer.' };
}

async function engineLayer(level: Isolation, wrappers: Wrappers): Promise<Layer> {
  const { engine } = GUEST_KINDS[level];
  const name = `engine ${engine}`;
  const tried = await probeEngine(level, wrappers);
  const fix = 'Install espalier again (npm ci).';
  if (tried.kind === 'does-not-run') return { name, state: 'open', needed: true, detail: tried.output, fix };
  if (tried.found.length > 0) {
    return { name, state: 'open', needed: true, detail: `guest code found ${tried.found.join(', ')}`, fix };
  }
  return { name, state: 'holds', needed: true, detail: 'guest code found no way to Node.js' };
}

function wrapperLayer(name: 'prlimit' | 'setpriv', what: string, needed: boolean, found: FoundWrappers): Layer {
  const fault = found.faults[name];
  if (fault === undefined) return { name, state: 'holds', needed, detail: what };
  const { detail, fix } = diagnose(name, fault);
  return { name, state: 'absent', needed, detail: `${detail}; without it: ${WITHOUT[name]}`, fix };
}
