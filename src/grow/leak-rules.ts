import type { Case, Splits } from '../task/case.js';
import type { LeakRules } from '../ports/editor.js';
import type { LeakKnowledge, TaskFamily, TellingText } from '../ports/family.js';
import type { Json } from '../task/json.js';

/** Share above which a text is a common word and no leak: of the tools' own corpus or, without one, of the cases. */
export const COMMON_SHARE = 0.01;

/** A text in no more cases than this is never common, however few cases there are. */
const FEW_CASES = 2;

/**
 * What harness code must not hold of some cases. Edits are checked against training and gate cases; the test split is
 * given at the final evaluation alone. `all` are the cases over which shared answers are counted. Words of the family's
 * interface always pass: the optimizer is shown them, labels in a schema's enum among them.
 */
export function leakRules(family: TaskFamily, splits: Partial<Splits>, all: Partial<Splits> = splits): LeakRules {
  const knowledge = family.leaks ?? expectedTexts(NAMES.flatMap((split) => all[split] ?? []));
  const telling = NAMES.flatMap((split) =>
    (splits[split] ?? []).flatMap((item): LeakRules['telling'] => [
      { text: item.id, what: 'id', split },
      ...knowledge.telling(item).map((one) => ({ ...asTelling(one), split })),
    ]),
  );
  const shownWords = ` ${words(family.interface.dts + JSON.stringify(family.interface.schemas)).join(' ')} `;
  const known = new Map<string, boolean>();
  return {
    telling,
    common(text) {
      const kept = known.get(text);
      if (kept !== undefined) return kept;
      const parts = words(text);
      const common =
        (parts.length > 0 && shownWords.includes(` ${parts.join(' ')} `)) || knowledge.frequency(text) > COMMON_SHARE;
      known.set(text, common);
      return common;
    },
  };
}

/** A bare string is an answer. */
const asTelling = (one: TellingText): Exclude<TellingText, string> =>
  typeof one === 'string' ? { text: one, what: 'answer' } : { text: one.text, what: one.what };

const NAMES = ['train', 'gate', 'test'] as const;

/**
 * What is known of a family that says nothing itself: every string in `expected` is an answer, and so is every number
 * but the whole ones from 0 to 100, which any code holds. An answer is common when it is the answer of more than 1% of
 * the cases, and of more than two: so are the labels of a classification, which code has to name. An answer that two
 * cases of 300 happen to share tells both.
 */
function expectedTexts(cases: readonly Case[]): LeakKnowledge {
  const holders = new Map<string, number>();
  const texts = (item: Case): ReadonlySet<string> => new Set(textsIn(item.expected));
  for (const item of cases) for (const text of texts(item)) holders.set(text, (holders.get(text) ?? 0) + 1);
  return {
    telling: (item) => [...texts(item)],
    frequency: (text) => {
      const count = holders.get(text) ?? 0;
      return count > FEW_CASES ? count / cases.length : 0;
    },
  };
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= 100 ? [] : [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
