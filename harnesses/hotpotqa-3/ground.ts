import { isOneSlip, lookUp } from './state.js';
import type { State } from './state.js';

/**
 * Opens the titles that the spans of a question may stand for: the span itself, capitalised runs joined by a comma, and the span
 * with the kind of thing that the question speaks of in parentheses. Gives the question with the spans corrected that turned out
 * to be misspelt titles.
 */
export async function groundSpans(state: State, text: string, spans: readonly string[]): Promise<string> {
  let corrected = text;
  for (const span of spans) {
    const [hit] = await lookUp(state, span, 0);
    const isPart = spans.some((other) => other !== span && other.includes(span) && !/^(?:The|An?)\s/.test(other));
    if (hit !== undefined && !isPart) {
      const names = [hit.title.replace(/\s*\([^)]*\)\s*$/, ''), hit.title.split(', ')[0]];
      const name = names.find((candidate) => isOneSlip(candidate, span));
      corrected = name === undefined ? corrected : corrected.split(span).join(name);
    }
  }
  const joined = text.matchAll(/\p{Lu}[\p{L}'’]*(?: \p{Lu}[\p{L}'’]*)*(?:, \p{Lu}[\p{L}'’]*(?: \p{Lu}[\p{L}'’]*)*)+/gu);
  for (const match of [...joined].slice(0, 3)) {
    await lookUp(state, match[0], 0);
  }
  const kinds = text.toLowerCase().match(/\b(?:film|band|album|song|magazine|novel|book|play|musical|opera|genus|plant|company|newspaper|singer|actor|actress|musician|director|writer|footballer|politician)(?=s?\b)/g) ?? [];
  const isKindless = (span: string): boolean => !kinds.some((kind) => span.toLowerCase().includes(kind));
  for (const kind of [...new Set(kinds)].slice(0, 2)) {
    for (const span of spans.filter(isKindless).slice(0, 6)) {
      await lookUp(state, `${span} (${kind})`, 0);
    }
  }
  return corrected;
}
