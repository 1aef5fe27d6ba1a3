import type { GateConfig, GatePrior, GateRuleEngine } from './gate-config.js';
import { literalRule } from './literal-rule.js';
import { pairedRule } from './paired-rule.js';

/** The rule that a config names. @throws RangeError when a figure is out of its range. */
export function gateRule(config: GateConfig, prior: GatePrior = new Map()): GateRuleEngine {
  if (!Number.isInteger(config.gate) || config.gate < 1)
    throw new RangeError(`Expected the ordinal of a gate, from 1, got ${String(config.gate)}.`);
  if (!(config.level > 0 && config.level < 1))
    throw new RangeError(`Expected a level between 0 and 1, got ${String(config.level)}.`);
  if (!(config.repeats >= 1)) throw new RangeError(`Expected at least 1 repeat, got ${String(config.repeats)}.`);
  return config.rule === 'paper' || config.deterministic ? literalRule(config, prior) : pairedRule(config, prior);
}
