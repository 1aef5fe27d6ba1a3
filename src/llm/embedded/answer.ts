import type { Json } from '../../task/json.js';
import type { Ask } from './ask.js';
import type { Option } from './choices.js';
import { type Embedded, similarity } from './embedder.js';
import { THRESHOLDS } from './thresholds.js';

/** Every text that an ask is decided by. */
export function textsOf(ask: Ask): readonly string[] {
  switch (ask.kind) {
    case 'fixed':
      return [];
    case 'choose':
    case 'select':
      return [ask.about, ask.hint, ...ask.options.map(({ text }) => text)];
    case 'answerable':
      return [ask.question, ...ask.sentences];
    case 'similar':
      return ask.texts;
    case 'members':
      return ask.members.flatMap(([, member]) => textsOf(member));
  }
}

/** The value that the embeddings speak for; of equal ones, the first. */
export function answerOf(ask: Ask, embedded: (text: string) => Embedded): Json {
  switch (ask.kind) {
    case 'fixed':
      return ask.value;
    case 'choose':
      return ranked(ask, embedded)[0]?.value ?? null;
    case 'select': {
      const all = ranked(ask, embedded);
      const close = all.filter(({ score }) => score >= (all[0]?.score ?? 0) - THRESHOLDS.selectMargin);
      const count = Math.min(ask.most, Math.max(ask.least, close.length));
      const chosen = new Set(all.slice(0, count).map(({ value }) => value));
      return ask.options.map(({ value }) => value).filter((value) => chosen.has(value));
    }
    case 'answerable': {
      const question = embedded(ask.question);
      return ask.sentences.some((sentence) => similarity(question, embedded(sentence)) >= THRESHOLDS.answerable);
    }
    case 'similar': {
      const [one, other] = ask.texts;
      const cosine = similarity(embedded(one), embedded(other));
      return Math.round(Math.min(1, Math.max(0, cosine)) * 10_000) / 10_000;
    }
    case 'members':
      return Object.fromEntries(ask.members.map(([name, member]) => [name, answerOf(member, embedded)]));
  }
}

interface Ranked extends Option {
  readonly score: number;
}

function ranked(
  ask: { readonly about: string; readonly hint: string; readonly options: readonly Option[] },
  embedded: (text: string) => Embedded,
): readonly Ranked[] {
  const [about, hint] = [embedded(ask.about), embedded(ask.hint)];
  return ask.options
    .map((option): Ranked => {
      const own = embedded(option.text);
      return { ...option, score: similarity(about, own) + THRESHOLDS.hint * similarity(hint, own) };
    })
    .sort((a, b) => b.score - a.score);
}
