/**
 * The share of a run's level that its gate number `gate` (from 1) may spend: level · 6 / (π² · gate²). The shares of all
 * gates, however many, add up to the level, so by Bonferroni's inequality the level holds for the whole run.
 */
export const levelOfGate = (level: number, gate: number): number => (level * 6) / (Math.PI ** 2 * gate ** 2);
