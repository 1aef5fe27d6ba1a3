import { tryLevel } from '../../sandbox/create-sandbox.js';
import type { LevelProbe } from '../../sandbox/probe-level.js';
import type { DoctorCheck, Finding } from './check.js';

/** The isolation level that this machine gives, tried now, with the state of each layer of each level. */
export const isolationCheck: DoctorCheck = async ({ sandbox }) => {
  const probes: LevelProbe[] = [];
  for (const level of ['full', 'portable'] as const) probes.push((await tryLevel(level, { again: true })).probe);
  return isolationFinding(probes, sandbox);
};

/** The finding for levels that were tried, best first, where `asked` is wanted. */
export function isolationFinding(probes: readonly LevelProbe[], asked: 'auto' | 'full' | 'portable'): Finding {
  const best = probes.find((probe) => probe.holds);
  const wanted = asked === 'auto' ? best : probes.find((probe) => probe.level === asked && probe.holds);
  const parts = probes.map((probe) => levelPart(probe, probe.level === (wanted ?? best)?.level));
  if (wanted === undefined) {
    const detail =
      asked === 'auto'
        ? 'no level holds; harness code is refused'
        : `${asked} does not hold; --sandbox ${asked} is refused`;
    return { name: 'isolation', state: 'failed', detail, parts };
  }
  if (wanted.level === 'full') return { name: 'isolation', state: 'ok', detail: 'full', parts };
  const why = asked === 'auto' ? 'full does not hold' : 'as asked';
  const detail = `portable (${why}): slower, and no wall of the operating system around harness code`;
  return { name: 'isolation', state: 'note', detail, parts };
}

function levelPart({ level, holds, layers }: LevelProbe, used: boolean): Finding {
  return {
    name: level,
    state: holds ? 'ok' : 'note',
    detail: holds ? `holds${used ? '; in use' : ''}` : 'does not hold',
    parts: layers.map(({ name, state, needed, detail, fix }) => ({
      name,
      state: state === 'holds' ? 'ok' : needed ? 'failed' : 'note',
      detail,
      ...(fix === undefined ? {} : { fix }),
    })),
  };
}
