import type { Case, Splits } from '../task/case.js';
import type { LeakRules } from '../ports/editor.js';
import type { LeakKnowledge, TaskFamily } from '../ports/family.js';
import type { Json } from '../task/json.js';

/** Share of the tools' own corpus above which a text is a common word and no leak. */
export const COMMON_SHARE = 0.01;

/**
 * What harness code must not hold of some cases. Edits are checked against training and gate cases; the test split is
 * given at the final evaluation alone.
 */
export function leakRules(family: TaskFamily, splits: Partial<Splits>): LeakRules {
  const named = (['train', 'gate', 'test'] as const).map((split) => [split, splits[split] ?? []] as const);
  const knowledge = family.leaks ?? expectedTexts(named.flatMap(([, cases]) => cases));
  const telling = named.flatMap(([split, cases]) =>
    cases.flatMap((item): LeakRules['telling'] => [
      { text: item.id, what: 'id', split },
      ...knowledge.telling(item).map((text) => ({ text, what: 'answer', split }) as const),
    ]),
  );
  const interfaceWords = new Set(words(family.interface.dts + JSON.stringify(family.interface.schemas)));
  const known = new Map<string, boolean>();
  return {
    telling,
    common(text) {
      const kept = known.get(text);
      if (kept !== undefined) return kept;
      const parts = words(text);
      const common =
        (parts.length === 1 && interfaceWords.has(parts[0] ?? '')) || knowledge.frequency(text) > COMMON_SHARE;
      known.set(text, common);
      return common;
    },
  };
}

/**
 * What is known of a family that says nothing itself: every string in `expected` is an answer, and an answer of more than
 * one case is a common word, as the labels of a classification are.
 */
function expectedTexts(cases: readonly Case[]): LeakKnowledge {
  const holders = new Map<string, number>();
  const texts = (item: Case): ReadonlySet<string> => new Set(strings(item.expected));
  for (const item of cases) for (const text of texts(item)) holders.set(text, (holders.get(text) ?? 0) + 1);
  return { telling: (item) => [...texts(item)], frequency: (text) => ((holders.get(text) ?? 0) > 1 ? 1 : 0) };
}

function strings(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
