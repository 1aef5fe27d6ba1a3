import { describe, expect, it } from 'vitest';
import type { GateConfig } from '../../../src/gate/gate-config.js';
import { looksOf } from '../../../src/gate/looks.js';
import { unmeasured, withOutcome } from '../../../src/gate/measured.js';
import { pairedRule } from '../../../src/gate/paired-rule.js';
import { ratePool } from '../../../src/gate/rates.js';
import { simulateDrift } from '../../../src/gate/simulate-drift.js';
import { simulateAt, simulateGate, type SimulationPlan } from '../../../src/gate/simulate-gate.js';
import { simulatePaired } from '../../../src/gate/simulate-paired.js';
import { levelOfGate } from '../../../src/gate/spend-level.js';
import { InputError } from '../../../src/task/error.js';
import { uniformStream } from '../../../src/task/random.js';

const RATES = { mean: 0.35, flips: 0.2275 };
const PLAN: SimulationPlan = {
  ...{ rule: 'paired', tasks: 50, rates: RATES, repeats: 6, level: 0.15, gate: 1 },
  ...{ gates: 1_500, seed: 7 },
};

describe('a simulated paired gate', () => {
  it('decides as the rule does on the same outcomes (seed same:n)', () => {
    const config: GateConfig = {
      ...{ rule: 'paired', deterministic: false, gate: 1, level: 0.15, repeats: 6 },
      ...{ minCoverage: 0, storedCheckpoint: 0, keepsScore: false },
    };
    const verdicts = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const tasks = 10 + round;
      const rate = uniformStream(`rates:${String(round)}`);
      const checkpoint = Float64Array.from({ length: tasks }, rate);
      const candidate = checkpoint.map((one) => Math.min(1, Math.max(0, one + ((round % 3) - 1) * 0.3)));
      const looks = looksOf(tasks, 6, levelOfGate(0.15, 1));
      const simulated = simulatePaired(looks, { candidate, checkpoint }, uniformStream(`same:${String(round)}`));

      const uniform = uniformStream(`same:${String(round)}`);
      const rule = pairedRule(config, new Map(), false);
      let measured = unmeasured(Array.from({ length: tasks }, (_, at) => String(at).padStart(2, '0')));
      let step = rule.next(measured);
      for (; step.kind === 'measure'; step = rule.next(measured))
        for (const run of step.runs) {
          const rates = run.arm === 'candidate' ? candidate : checkpoint;
          measured = withOutcome(measured, run, uniform() < (rates[Number(run.case)] ?? 0) ? 1 : 0);
        }
      const { verdict, candidate: success, checkpoint: against } = step.decision;
      const runs = measured.reduce((sum, task) => sum + task.candidate.length, 0);
      expect({ verdict, runs }).toEqual({ verdict: simulated.verdict, runs: simulated.runs });
      expect(success).toBeCloseTo(simulated.candidate, 12);
      expect(against).toBeCloseTo(simulated.checkpoint, 12);
      verdicts.add(verdict);
    }
    expect(verdicts.size).toBeGreaterThan(1);
  });

  it('keeps its level, rolls harm back, lets gains through and never accepts a measured drop (seed 7)', () => {
    const pool = ratePool(RATES, uniformStream('rates:7'));
    let acceptedDrops = 0;
    const row = (delta: number): ReturnType<typeof simulateAt> =>
      simulateAt(PLAN, pool, delta, (gate) => {
        if (gate.verdict === 'accept' && gate.candidate < gate.checkpoint - 1e-9) acceptedDrops += 1;
      });
    const [harm, worse, same, better] = [row(-0.1), row(-0.05), row(0), row(0.05)];
    // Four standard errors of 1,500 gates beyond what is promised.
    expect(same.rollBack).toBeLessThan(0.06);
    expect(same.rollBack).toBeLessThan(levelOfGate(0.15, 1));
    expect(harm.accept).toBeLessThan(0.005);
    expect(harm.rollBack).toBeGreaterThan(0.94);
    expect(worse.accept).toBeLessThan(0.075);
    expect(better.accept).toBeGreaterThan(0.94);
    expect(same.accept).toBeGreaterThan(0.45);
    for (const { taskRunsPerArm } of [harm, worse, same, better]) expect(taskRunsPerArm).toBeLessThan(205);
    expect(acceptedDrops).toBe(0);
  });

  it('gives the same rows for the same seed', () => {
    const plan = { ...PLAN, gates: 50 };
    expect(simulateGate(plan, [-0.05, 0])).toEqual(simulateGate(plan, [-0.05, 0]));
    expect(simulateGate({ ...plan, seed: 8 }, [0])).not.toEqual(simulateGate(plan, [0]));
  });
});

describe('rates', () => {
  it('have the asked mean, flips and differences', () => {
    const pool = ratePool(RATES, uniformStream('rates:1'));
    const mean = (of: Float64Array): number => of.reduce((sum, one) => sum + one, 0) / of.length;
    expect(mean(pool.rates)).toBeCloseTo(0.35, 2);
    expect(mean(pool.rates.map((rate) => 2 * rate * (1 - rate)))).toBeCloseTo(0.2275, 2);
    for (const delta of [-0.1, 0.05]) expect(mean(pool.shifted(delta)) - mean(pool.rates)).toBeCloseTo(delta, 9);
  });

  it.each([
    { mean: 0, flips: 0.1 },
    { mean: 0.5, flips: 0 },
    { mean: 0.5, flips: 0.51 },
  ])('%j are refused', (rates) => {
    expect(() => ratePool(rates, uniformStream('1'))).toThrow(InputError);
  });

  it('refuse a difference that leaves no mean', () => {
    expect(() => ratePool(RATES, uniformStream('1')).shifted(-0.4)).toThrow(InputError);
  });
});

describe('ten gates in a row (seed 3)', () => {
  const plan = { tasks: 50, rates: RATES, gates: 10, repeats: 6, level: 0.15, runs: 300, seed: 3 } as const;

  it('roll an unchanged harness back hardly ever, where the stored score does it most of the time', () => {
    const paired = simulateDrift({ ...plan, rule: 'paired', step: 0 });
    const stored = simulateDrift({ ...plan, rule: 'stored', step: 0 });
    expect(paired.rolledBack).toBeLessThan(0.15);
    expect(stored.rolledBack).toBeGreaterThan(7);
    expect(Math.abs(paired.inflation)).toBeLessThan(0.02);
  });

  it('catch ten true steps of two points down', () => {
    const paired = simulateDrift({ ...plan, rule: 'paired', step: -0.02 });
    const literal = simulateDrift({ ...plan, rule: 'literal', step: -0.02 });
    expect(paired.everRolledBack).toBeGreaterThan(0.95);
    expect(paired.drift).toBeGreaterThan(-0.04);
    expect(paired.drift).toBeGreaterThan(literal.drift);
  });
});
