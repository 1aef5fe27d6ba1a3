import { bareTitle } from '../pieces/bare-title.js';
import { contentWords } from '../pieces/content-words.js';
import { stemsOf } from '../pieces/stems-of.js';
import type { Operator } from '../operator.js';

/** Drops leads that share too few words with the question. */
export const dropUnrelated: Operator = {
  name: 'drop-unrelated',
  about: 'drops leads that share too little with the question',
  settings: [1, 2, 3],
  after: ['results'],
  helps: { dropped: 0.2 },
  pieces: [
    contentWords,
    stemsOf,
    {
      name: 'dropUnrelated',
      file: 'drop-unrelated.ts',
      dependsOn: ['drop-unrelated'],
      code: (plan, { title, text }) => `/** Drops leads that share too few words with the question. */
export function dropUnrelated(question: string, leads: readonly Lead[]): Lead[] {
  const fewest = ${String(plan.get('drop-unrelated'))};
  const asked = [...stemsOf(question)];
  const shared = (lead: Lead): number => {
    const stems = stemsOf([lead.${title}, lead.${text}].join(' '));
    return asked.filter((stem) => stems.has(stem)).length;
  };
  return leads.filter((lead) => shared(lead) >= fewest);
}`,
    },
  ],
  stage: {
    call: (question) => `dropUnrelated(${question}, leads)`,
    says: 'drops leads that share too little with the question',
  },
};

/** Drops leads that stand far behind the best one. */
export const dropWeak: Operator = {
  name: 'drop-weak',
  about: 'drops leads that stand far behind the best one',
  settings: [0.1, 0.25, 0.5],
  after: ['results'],
  helps: { dropped: 0.2 },
  pieces: [
    {
      name: 'dropWeak',
      file: 'drop-weak.ts',
      dependsOn: ['drop-weak'],
      code: (plan) => `/** Drops leads whose score is too small a share of the best one's. */
export function dropWeak(leads: readonly Lead[]): Lead[] {
  const best = Math.max(0, ...leads.map((lead) => lead.score));
  return leads.filter((lead) => lead.score >= ${String(plan.get('drop-weak'))} * best);
}`,
    },
  ],
  stage: { call: () => 'dropWeak(leads)', says: 'drops leads that stand far behind the best' },
};

/** Orders leads by what each adds to the words that are covered. */
export const coverOpen: Operator = {
  name: 'cover-open',
  about: 'takes next the lead that covers most of what the question leaves open',
  settings: [true],
  after: ['results'],
  helps: { dropped: 0.3 },
  pieces: [
    contentWords,
    stemsOf,
    {
      name: 'coverOpen',
      file: 'cover-open.ts',
      dependsOn: [],
      code: (
        _plan,
        { title, text },
      ) => `/** Orders leads so that each next one has most of the question's words that those before it leave open. */
export function coverOpen(question: string, leads: readonly Lead[]): Lead[] {
  const open = stemsOf(question);
  const left = leads.map((lead) => ({ lead, stems: stemsOf([lead.${title}, lead.${text}].join(' ')) }));
  const ordered: Lead[] = [];
  while (left.length > 0) {
    const gains = left.map(({ stems }) => [...open].filter((stem) => stems.has(stem)).length);
    const [next] = left.splice(gains.indexOf(Math.max(...gains)), 1);
    for (const stem of next.stems) open.delete(stem);
    ordered.push({ ...next.lead, score: 1 / (1 + ordered.length) });
  }
  return ordered;
}`,
    },
  ],
  stage: {
    call: (question) => `coverOpen(${question}, leads)`,
    says: 'takes next what covers most of what is open',
  },
};

/** Drops leads whose titles are a part of another's. */
export const dropOverlapping: Operator = {
  name: 'drop-overlapping',
  about: 'drops leads whose title is a part of a better lead’s title',
  settings: [true],
  after: ['results'],
  helps: { dropped: 0.2 },
  pieces: [
    bareTitle,
    {
      name: 'dropOverlapping',
      file: 'drop-overlapping.ts',
      dependsOn: [],
      code: (
        _plan,
        { title },
      ) => `/** Drops leads whose title is a part of the title of a lead before them, or the other way round. */
export function dropOverlapping(leads: readonly Lead[]): Lead[] {
  const kept: Lead[] = [];
  for (const lead of leads) {
    const name = bareTitle(lead.${title});
    const overlaps = kept.some((other) => other.${title}.includes(name) || name.includes(bareTitle(other.${title})));
    if (!overlaps) kept.push(lead);
  }
  return kept;
}`,
    },
  ],
  stage: { call: () => 'dropOverlapping(leads)', says: 'drops leads with overlapping titles' },
};
