import type { RandomStream } from '../../task/random.js';
import type { Attribute, Entity, EntityKind, Relation } from './entity.js';
import { nameMaker } from './names.js';
import { vocabulary } from './vocabulary.js';

/** All subjects of the encyclopedia, by kind, and the names that have no page. */
export interface World {
  readonly region: readonly Entity[];
  readonly place: readonly Entity[];
  readonly person: readonly Entity[];
  readonly organisation: readonly Entity[];
  readonly work: readonly Entity[];
  /** Names of people and places that are mentioned and lead nowhere. */
  readonly pageless: readonly string[];
}

/** How many of each kind a world has. */
const SIZES = { region: 24, place: 420, person: 700, organisation: 320, work: 360, river: 60, pageless: 120 } as const;

interface Draft {
  readonly name: string;
  readonly pronoun: Entity['pronoun'];
  /** Tells two of one name apart. */
  readonly qualifier: string;
  /** How the qualifier is said in running text. */
  readonly said: (name: string) => string;
  readonly values: readonly (readonly [Attribute, string])[];
  readonly links?: readonly (readonly [Relation, Entity])[];
}

/** Makes subjects and links them. Links may lead to any page of the right kind but the subject's own. */
export function makeWorld(random: RandomStream): World {
  const names = nameMaker(random);
  const many = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make);
  const year = (from: number, to: number): string => String(from + random.below(to - from + 1));

  const rivers = many(SIZES.river, () => names.make('river'));
  const region = entities(
    'region',
    random,
    many(SIZES.region, () => {
      const name = `${names.make('place')} ${random.pick(['Vale', 'Coast', 'March', 'Highlands'])}`;
      return {
        name,
        pronoun: 'it',
        qualifier: 'region',
        said: (text) => text,
        values: [['banner', random.pick(vocabulary.banners)]],
      };
    }),
  );

  const stems = many(Math.ceil(SIZES.place / 2), () => names.make('place'));
  const placeDrafts = many(SIZES.place, (): Draft => {
    const stem = random.pick(stems);
    const form = random.below(10);
    const name =
      form < 5
        ? stem
        : form < 8
          ? `${stem} ${random.pick(vocabulary.placeAfter)}`
          : `${random.pick(vocabulary.placeBefore)} ${stem}`;
    const home = random.pick(region);
    return {
      name,
      pronoun: 'it',
      qualifier: home.name,
      said: (text) => `${text} in ${home.name}`,
      values: [
        ['river', random.pick(rivers)],
        ['product', random.pick(vocabulary.products)],
        ['founded', year(1180, 1790)],
      ],
      links: [['region', home]],
    };
  });
  const place = entities('place', random, placeDrafts);

  const firsts = many(150, () => names.make('person'));
  const surnames = many(170, () => names.make('surname'));
  const person = entities(
    'person',
    random,
    many(SIZES.person, () => {
      const profession = random.pick(vocabulary.professions);
      return {
        name: `${random.pick(firsts)} ${random.pick(surnames)}`,
        pronoun: random.chance(0.5) ? 'he' : 'she',
        qualifier: profession,
        said: (text) => `the ${profession} ${text}`,
        values: [
          ['profession', profession],
          ['instrument', random.pick(vocabulary.instruments)],
          ['born', year(1610, 1905)],
        ],
      };
    }),
    0.05,
  );

  const organisation = entities(
    'organisation',
    random,
    many(SIZES.organisation, () => {
      const field = random.pick(vocabulary.fields);
      return {
        name: `${random.chance(0.5) ? random.pick(surnames) : random.pick(stems)} ${random.pick(vocabulary.organisationKinds)}`,
        pronoun: 'it',
        qualifier: field,
        said: (text) => `the ${text} for ${field}`,
        values: [
          ['field', field],
          ['emblem', random.pick(vocabulary.emblems)],
          ['founded', year(1640, 1930)],
        ],
      };
    }),
  );

  const work = entities(
    'work',
    random,
    many(SIZES.work, () => {
      const genre = random.pick(vocabulary.genres);
      const noun = random.pick(vocabulary.nouns);
      const form = random.below(10);
      const name =
        form < 5
          ? `The ${random.pick(vocabulary.adjectives)} ${noun}`
          : form < 8
            ? `The ${noun} of ${random.pick(stems)}`
            : `${random.pick(firsts)}'s ${noun}`;
      return {
        name,
        pronoun: 'it',
        qualifier: genre,
        said: (text) => `the ${genre} ${text}`,
        values: [
          ['genre', genre],
          ['year', year(1660, 1935)],
        ],
      };
    }),
  );

  const link = (from: readonly Entity[], relation: Relation, to: readonly Entity[]): void => {
    for (const entity of from) {
      let other = random.pick(to);
      while (other === entity) other = random.pick(to);
      entity.links.set(relation, other);
    }
  };
  link(place, 'founder', person);
  link(person, 'birthplace', place);
  link(person, 'employer', organisation);
  link(person, 'mentor', person);
  link(organisation, 'seat', place);
  link(organisation, 'founder', person);
  link(work, 'author', person);
  link(work, 'publisher', organisation);
  link(work, 'setting', place);
  for (const item of work) {
    const author = item.links.get('author');
    if (author && random.chance(0.4)) author.links.set('notable', item);
  }
  const pageless = many(SIZES.pageless, () =>
    random.chance(0.5) ? names.make('place') : `${random.pick(firsts)} ${names.make('surname')}`,
  );
  return { region, place, person, organisation, work, pageless };
}

/** Drafts become entities; drafts that share a name get qualifiers, and those that share that too are left out. */
function entities(kind: EntityKind, random: RandomStream, drafts: readonly Draft[], namesakes = 0): readonly Entity[] {
  const renamed = drafts.map((draft, at): Draft => {
    const earlier = at > 0 && random.chance(namesakes) ? drafts[random.below(at)] : undefined;
    return earlier ? { ...draft, name: earlier.name } : draft;
  });
  const byName = new Map<string, Draft[]>();
  for (const draft of renamed) byName.set(draft.name, [...(byName.get(draft.name) ?? []), draft]);
  const made: Entity[] = [];
  const titles = new Set<string>();
  for (const draft of renamed) {
    const shared = (byName.get(draft.name)?.length ?? 0) > 1;
    const title = shared ? `${draft.name} (${draft.qualifier})` : draft.name;
    if (titles.has(title)) continue;
    titles.add(title);
    const entity: Entity = {
      kind,
      title,
      name: draft.name,
      called: shared ? draft.said(draft.name) : draft.name,
      pronoun: draft.pronoun,
      values: new Map(draft.values),
      links: new Map(draft.links),
      told: new Set(),
    };
    made.push(entity);
  }
  return made;
}
