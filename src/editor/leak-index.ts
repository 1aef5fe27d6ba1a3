import type { LeakRules } from '../ports/editor.js';
import { leakText } from './leak-text.js';

/** One text that must not stand in harness code. */
export type Telling = LeakRules['telling'][number];

/** Finds telling texts in normalised text in time that hangs on the text, not on how many there are. */
export interface LeakIndex {
  /** Every telling text that the normalised text equals or contains. Common ones are still among them. */
  find(text: string): readonly Telling[];
}

const built = new WeakMap<LeakRules['telling'], LeakIndex>();

/** The index of these texts, built once for a list. */
export function leakIndex(telling: LeakRules['telling']): LeakIndex {
  const known = built.get(telling);
  if (known !== undefined) return known;
  const index = build(telling);
  built.set(telling, index);
  return index;
}

/** Numerals up to 100, single characters and single words under four characters are honest code. */
const tellsNothing = (text: string): boolean =>
  /^(?:\d{1,2}|100)$/.test(text) || (!text.includes(' ') && [...text].length < 4) || text.length < 2;

/** Shortest run of letters and digits that is looked for without its spaces. */
const COMPACT_LENGTH = 6;

function build(telling: LeakRules['telling']): LeakIndex {
  const byText = new Map<string, Telling[]>();
  const byCompact = new Map<string, Telling[]>();
  const compactIds = new Map<string, Telling[]>();
  const wordCounts = new Set<number>();
  for (const item of telling) {
    const text = leakText(item.text);
    if (tellsNothing(text)) continue;
    push(byText, text, item);
    wordCounts.add(text.split(' ').length);
    const compact = text.replaceAll(' ', '');
    if (compact.length < COMPACT_LENGTH) continue;
    push(byCompact, compact, item);
    if (item.what === 'id') push(compactIds, compact, item);
  }
  const idLengths = new Set([...compactIds.keys()].map((id) => id.length));

  return {
    find(text) {
      const found = new Set<Telling>(byText.get(text));
      const words = text.split(' ');
      for (const count of wordCounts) {
        for (let start = 0; start + count <= words.length; start += 1) {
          const window = words.slice(start, start + count).join(' ');
          for (const item of byText.get(window) ?? []) {
            if (count >= 2 || [...window].length >= 6 || item.what === 'id') found.add(item);
          }
        }
      }
      const compact = text.replaceAll(' ', '');
      for (const item of byCompact.get(compact) ?? []) found.add(item);
      for (const length of idLengths) {
        for (let start = 0; start + length <= compact.length; start += 1) {
          for (const item of compactIds.get(compact.slice(start, start + length)) ?? []) found.add(item);
        }
      }
      return [...found];
    },
  };
}

function push(map: Map<string, Telling[]>, key: string, item: Telling): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}
