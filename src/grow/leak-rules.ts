import type { Case, Splits } from '../task/case.js';
import type { LeakRules } from '../ports/editor.js';
import type { TaskFamily } from '../ports/family.js';

/** Share of the tools' own corpus above which a text is a common word and no leak. */
export const COMMON_SHARE = 0.01;

/** What harness code must not hold, from training and gate cases. The test split is never read here. */
export function leakRules(family: TaskFamily, splits: Pick<Splits, 'train' | 'gate'>): LeakRules {
  const telling: LeakRules['telling'][number][] = [];
  const add = (cases: readonly Case[], split: 'train' | 'gate'): void => {
    for (const item of cases) {
      telling.push({ text: item.id, what: 'id', split });
      for (const text of family.leaks?.telling(item) ?? []) telling.push({ text, what: 'answer', split });
    }
  };
  add(splits.train, 'train');
  add(splits.gate, 'gate');
  const interfaceWords = new Set(words(family.interface.dts + JSON.stringify(family.interface.schemas)));
  const known = new Map<string, boolean>();
  return {
    telling,
    common(text) {
      const kept = known.get(text);
      if (kept !== undefined) return kept;
      const parts = words(text);
      const common =
        (parts.length === 1 && interfaceWords.has(parts[0] ?? '')) || (family.leaks?.frequency(text) ?? 0) > COMMON_SHARE;
      known.set(text, common);
      return common;
    },
  };
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
