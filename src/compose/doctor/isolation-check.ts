import { tryLevel } from '../../sandbox/create-sandbox.js';
import type { LevelProbe } from '../../sandbox/probe-level.js';
import type { DoctorCheck, Finding } from './check.js';

/** The isolation level that this machine gives, tried now, with the state of each layer of each level. */
export const isolationCheck: DoctorCheck = async ({ sandbox, config }) => {
  const probes: LevelProbe[] = [];
  for (const level of ['full', 'portable'] as const) probes.push((await tryLevel(level, { again: true })).probe);
  const wish = config.kind === 'loaded' ? config.loaded.config.sandbox : undefined;
  if (sandbox !== undefined || wish === undefined) return [isolationFinding(probes, sandbox ?? 'auto')];
  return [isolationFinding(probes, wish, 'config')];
};

/** The finding for levels that were tried, best first, where `asked` is wanted by the command line or the config. */
export function isolationFinding(
  probes: readonly LevelProbe[],
  asked: 'auto' | 'full' | 'portable',
  by: 'command line' | 'config' = 'command line',
): Finding {
  const wish = by === 'config' ? `\`sandbox: '${asked}'\` of the config` : `--sandbox ${asked}`;
  const best = probes.find((probe) => probe.holds);
  const wanted = asked === 'auto' ? best : probes.find((probe) => probe.level === asked && probe.holds);
  const parts = probes.map((probe) => levelPart(probe, probe.level === (wanted ?? best)?.level));
  if (wanted === undefined) {
    const detail =
      asked === 'auto' ? 'no level holds; harness code is refused' : `${asked} does not hold; ${wish} is refused`;
    return { name: 'isolation', state: 'failed', detail, parts };
  }
  const source = asked === 'auto' ? '' : ` (${wish})`;
  if (wanted.level === 'full') return { name: 'isolation', state: 'ok', detail: `full${source}`, parts };
  const why = asked === 'auto' ? 'full does not hold' : wish;
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
