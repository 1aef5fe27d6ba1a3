import type { Attribute, EntityKind, Relation } from './entity.js';

/** A fact of a passage: what it tells of the subject, in several wordings. */
export type Fact = Relation | Attribute;

/**
 * Sentences of the encyclopedia. `{n}` is the subject's name, `{S}`/`{s}` what it is called later in the passage, `{P}`/`{p}`
 * the possessive, `{x}` the linked page's name or the value, and `{profession}` and the like further values of the subject.
 */
export interface Wording {
  /** First sentences: they name the subject and tell the facts listed. */
  readonly lead: readonly (readonly [text: string, ...facts: Fact[]])[];
  readonly facts: Readonly<Partial<Record<Fact, readonly string[]>>>;
  /** Sentences about other subjects, `{x}` and `{y}`, from which no question goes on. */
  readonly asides: readonly string[];
}

export const wording: Readonly<Record<EntityKind, Wording>> = {
  person: {
    lead: [
      ['{n} ({born}–?) was {a:profession} of some note.', 'profession', 'born'],
      ['Few of the period are better documented than {n}, {a:profession} born in {born}.', 'profession', 'born'],
      ['{n}, who came into the world in {born}, made a living as {a:profession}.', 'profession', 'born'],
      ['Born in {born}, {n} is remembered above all as {a:profession}.', 'profession', 'born'],
      ['As {a:profession}, {n} (born {born}) belonged to no school.', 'profession', 'born'],
    ],
    facts: {
      birthplace: [
        '{S} was born at {x}, in a house that no longer stands.',
        '{P} first years passed in {x}, where {p} mother had given birth to {p} elder brothers as well.',
        'A native of {x}, {s} kept its accent to the end.',
        '{S} hailed from {x}.',
        'The parish register of {x} records {p} baptism.',
      ],
      employer: [
        'For most of {p} career {s} was on the payroll of the {x}.',
        '{S} worked at the {x} until retirement.',
        'The {x} gave {s:o} a post, which {s} held for decades.',
        '{S} earned {p} bread with the {x}.',
        'Two years of travel ended when the {x} took {s:o} on.',
      ],
      mentor: [
        '{S} learned the craft under {x}.',
        '{P} teacher was {x}, with whom {s} later quarrelled.',
        'As a pupil of {x}, {s} copied out whole volumes.',
        'It was {x} who trained {s:o}.',
        '{S} had been apprenticed to {x} at the age of twelve.',
      ],
      instrument: [
        'In the evenings {s} played the {x}.',
        'Friends knew {s:o} as a passable hand on the {x}.',
        '{P} {x} is kept under glass.',
        'The {x} was {p} one diversion.',
      ],
      notable: [
        '{P} name rests on {x}.',
        'Nothing {s} made had the success of {x}.',
        '{S} is best known for {x}.',
        'Critics single out {x} among {p} output.',
      ],
    },
    asides: [
      'A late portrait shows {s:o} between {x} and {y}.',
      'Letters to {x} and {y} were burned on {p} instructions.',
      '{S} should not be confused with {x}.',
      'Plans that involved {x}, {y} and a loan came to nothing.',
      '{S} declined an invitation from {x}.',
    ],
  },
  place: {
    lead: [
      ['{n} is a {kind} in {region}.', 'region'],
      ['In {region} lies the {kind} of {n}.', 'region'],
      ['{n}, a {kind}, counts among the older settlements of {region}.', 'region'],
      ['Travellers who cross {region} usually pass through {n}, a {kind} of modest size.', 'region'],
    ],
    facts: {
      river: [
        'The {x} runs through its middle.',
        'It stands on the banks of the {x}.',
        'Its lower streets are flooded by the {x} every other spring.',
        'Four bridges take the road over the {x}.',
      ],
      product: [
        'Its trade in {x} reaches far beyond the district.',
        'The inhabitants live by making {x}.',
        'Merchants go there for {x} above all.',
        'Since the middle ages it has been a byword for {x}.',
      ],
      founder: [
        'It was laid out by {x}.',
        'Tradition names {x} as its founder.',
        'The first houses were put up at the order of {x}.',
        '{x} established the settlement.',
      ],
      founded: [
        'Its charter dates from {x}.',
        'It was founded in {x}.',
        'The settlement goes back to {x}.',
        'In {x} the first families moved in.',
      ],
    },
    asides: [
      'Lanes there are called after {x} and {y}.',
      'It must not be mistaken for {x}.',
      'A song about it rhymes {x} with {y}.',
      'In a dispute with {x}, the inhabitants turned to {y}.',
      '{x} is said to have spent one night there.',
    ],
  },
  organisation: {
    lead: [
      ['The {n} is devoted to {field}.', 'field'],
      ['{a:field:up} has been the whole business of the {n} since it opened its doors.', 'field'],
      ['The {n} brings together people with an interest in {field}.', 'field'],
      ['Anyone concerned with {field} will sooner or later deal with the {n}.', 'field'],
    ],
    facts: {
      seat: [
        'It has its seat in {x}.',
        'Its halls stand in {x}.',
        'The headquarters have never left {x}.',
        'Members meet at {x} four times a year.',
      ],
      founder: [
        'It was called into being by {x}.',
        'The first statutes are in the hand of {x}, who set it up.',
        'It owes its existence to {x}, its founder.',
        '{x} started it with a small legacy.',
      ],
      founded: [
        'It was established in {x}.',
        'The founding deed bears the date {x}.',
        'Its annals begin in {x}.',
        'It has existed since {x}.',
      ],
      emblem: [
        'Its seal shows {a:x}.',
        'Members wear {a:x} on the lapel.',
        'Above the door hangs {a:x}, its emblem.',
        'The badge is {a:x}.',
      ],
    },
    asides: [
      'Gifts from {x} and {y} were returned.',
      'Relations with {x} have been cool since a remark about {y}.',
      'Its papers mention {x} only once.',
      'A plan that concerned {x} was dropped.',
      'It is often confused with {x}.',
    ],
  },
  work: {
    lead: [
      ['{n} is {a:genre} by {author}.', 'genre', 'author'],
      ['{author} wrote the {genre} {n} in little more than a winter.', 'genre', 'author'],
      ['The {genre} {n} is the work of {author}.', 'genre', 'author'],
      ['{n}, {a:genre}, came from the pen of {author}.', 'genre', 'author'],
    ],
    facts: {
      year: [
        'It first reached the public in {x}.',
        'The first performance or printing was in {x}.',
        'It appeared in {x}.',
        'It is dated {x} on the title page.',
      ],
      publisher: [
        'The {x} paid for it.',
        'It was brought out by the {x}.',
        'It was commissioned by the {x}.',
        'The costs were borne by the {x}.',
      ],
      setting: [
        'The action takes place in {x}.',
        'It is set in {x}.',
        'Its pages describe {x} in loving detail.',
        'Everything in it happens within sight of {x}.',
      ],
    },
    asides: [
      'An early draft was dedicated to {x}, a later one to {y}.',
      'Reviewers spoke of {x}, of {y}, and of little else.',
      '{x} owned the only clean copy.',
      'A sequel about {x} was never finished.',
    ],
  },
  region: {
    lead: [
      ['{n} carries {banner} on its banner.', 'banner'],
      ['The flag of {n} shows {banner}.', 'banner'],
      ['The people of {n} march under {banner}.', 'banner'],
      ['Since the union, {banner} has stood for {n}.', 'banner'],
    ],
    facts: {},
    asides: [
      'Its ballads praise {x} and {y}.',
      'Winters are long, as {x} complained.',
      'The old road is linked with {x}.',
      'Its border was drawn to please {x}.',
    ],
  },
};
