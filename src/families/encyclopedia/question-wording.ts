import type { Attribute, EntityKind, Relation } from './entity.js';

/** A question that the passage of the last page answers. `{d}` describes that page without naming it. */
export const leafQuestions: Readonly<Record<EntityKind, Readonly<Partial<Record<Attribute, readonly string[]>>>>> = {
  person: {
    born: ['In which year did {d} come into the world?', 'What is the year of birth of {d}?', 'When was {d} born?'],
    profession: [
      'What was the occupation of {d}?',
      'By what trade did {d} make a living?',
      'What did {d} do professionally?',
    ],
    instrument: [
      'Which musical instrument did {d} play?',
      'On what instrument did {d} make music?',
      'What instrument was in the hands of {d} of an evening?',
    ],
  },
  place: {
    river: ['Which river flows through {d}?', 'What water does {d} lie on?', 'Which river does one cross in {d}?'],
    product: ['For what goods is {d} known?', 'What do the people of {d} produce?', 'Which ware made {d} famous?'],
    founded: [
      'In what year was {d} founded?',
      'When did {d} come into existence?',
      'How far back does {d} go, by the year?',
    ],
  },
  organisation: {
    emblem: ['What does the emblem of {d} show?', 'Which device is the badge of {d}?', 'What figure stands for {d}?'],
    field: ['What does {d} concern itself with?', 'To which subject is {d} given?', 'What is the purpose of {d}?'],
    founded: ['In what year was {d} founded?', 'When was {d} set up?', 'Since which year has there been {d}?'],
  },
  work: {
    year: ['In which year did {d} come out?', 'When was {d} first seen by the public?', 'What year saw {d} appear?'],
    genre: ['What kind of work is {d}?', 'To which genre belongs {d}?', 'What sort of piece is {d}?'],
  },
  region: {
    banner: [
      'What is depicted on the flag of {d}?',
      'Which sign is carried by {d}?',
      'What do the colours of {d} show?',
    ],
  },
};

/** Describes the page that a relation leads to; `{d}` is the page it starts from. */
export const relationPhrases: Readonly<Record<Relation, readonly string[]>> = {
  birthplace: ['the birthplace of {d}', 'the place where {d} was born', 'the place that {d} came from'],
  employer: ['the body that employed {d}', 'the organisation that {d} worked for', 'the employer of {d}'],
  mentor: ['the teacher of {d}', 'the person who taught {d}', 'the master that {d} learned from'],
  notable: ['the best-known work of {d}', 'the work that {d} is remembered for', 'the most celebrated piece by {d}'],
  founder: ['the founder of {d}', 'the person who founded {d}', 'the person to whom {d} owes its start'],
  region: ['the region around {d}', 'the region that {d} belongs to', 'the part of the country where {d} is found'],
  seat: ['the place where {d} is based', 'the seat of {d}', 'the home town of {d}'],
  author: ['the author of {d}', 'the person who wrote {d}', 'the maker of {d}'],
  publisher: ['the organisation that financed {d}', 'the publisher of {d}', 'the body behind {d}'],
  setting: ['the place in which {d} is set', 'the scene of {d}', 'the setting of {d}'],
};

/** Comparisons by year: the first wordings ask for the earlier one, the second for the later one. */
export const yearComparisons: Readonly<
  Partial<Record<EntityKind, readonly [Attribute, readonly string[], readonly string[]]>>
> = {
  person: [
    'born',
    [
      'Who was born first, {a} or {b}?',
      'Of {a} and {b}, who was the elder?',
      'Did {a} or {b} come into the world earlier?',
    ],
    ['Who was the younger, {a} or {b}?', 'Of {a} and {b}, who was born later?'],
  ],
  place: [
    'founded',
    [
      'Which was founded earlier, {a} or {b}?',
      'Which is the older settlement, {a} or {b}?',
      'Between {a} and {b}, which goes back further?',
    ],
    ['Which is the younger settlement, {a} or {b}?', 'Of {a} and {b}, which was founded later?'],
  ],
  organisation: [
    'founded',
    [
      'Which was founded earlier, the {a} or the {b}?',
      'Of the {a} and the {b}, which has existed longer?',
      'Was the {a} or the {b} set up first?',
    ],
    ['Which is of more recent date, the {a} or the {b}?', 'Of the {a} and the {b}, which was set up later?'],
  ],
  work: [
    'year',
    [
      'Which came out first, {a} or {b}?',
      'Of {a} and {b}, which is the earlier work?',
      'Did {a} or {b} reach the public sooner?',
    ],
    ['Which is the later work, {a} or {b}?', 'Of {a} and {b}, which came out second?'],
  ],
};

/** Comparisons with the answer yes or no: do both pages say the same? */
export const sameComparisons: Readonly<Partial<Record<EntityKind, readonly [Attribute, readonly string[]]>>> = {
  person: ['profession', ['Did {a} and {b} follow the same profession?', 'Were {a} and {b} of one trade?']],
  place: ['river', ['Do {a} and {b} lie on the same river?', 'Does one river serve both {a} and {b}?']],
  organisation: [
    'emblem',
    ['Do the {a} and the {b} share an emblem?', 'Is the badge of the {a} the same as that of the {b}?'],
  ],
  work: ['genre', ['Are {a} and {b} works of the same kind?', 'Do {a} and {b} belong to one genre?']],
};
