import { stemsOf } from './stems-of.js';

/** How much each stem of the question tells: more where fewer of the texts have it. All weights together are 1. */
export function coverWeights(question: string, texts: readonly ReadonlySet<string>[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const stem of stemsOf(question)) {
    const having = texts.filter((text) => text.has(stem)).length;
    weights.set(stem, Math.log((2 + texts.length) / (1 + having)));
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return new Map([...weights].map(([stem, weight]) => [stem, weight / total]));
}
