import type { RandomStream } from '../../task/random.js';
import type { Passage } from '../corpus/passage.js';
import type { Attribute, Entity, Relation } from './entity.js';
import { vocabulary } from './vocabulary.js';
import { wording } from './wording.js';

const POSSESSIVE = { he: 'his', she: 'her', it: 'its' } as const;
const OBJECT = { he: 'him', she: 'her', it: 'it' } as const;

/**
 * Writes one subject's passage of two to five sentences and notes in `told` which facts it tells: those of the first
 * sentence always, each other one with a chance of two thirds. Asides name pages and names that lead nowhere.
 */
export function writePassage(entity: Entity, aside: () => string, random: RandomStream): Passage {
  const { lead, facts, asides: asideWording } = wording[entity.kind];
  const [first, ...told] = random.pick(lead);
  for (const fact of told) entity.told.add(fact);
  const sentences: string[] = [];
  for (const [fact, variants] of random.shuffle(Object.entries(facts))) {
    const value = spell(entity, fact, random);
    if (value === undefined || sentences.length >= 4 || !random.chance(0.66)) continue;
    entity.told.add(fact as Relation | Attribute); // The keys of `facts` are facts.
    sentences.push(random.pick(variants).replaceAll('{a:x}', withArticle(value)).replaceAll('{x}', value));
  }
  for (let count = 2; count > 0 && sentences.length < 4; count--)
    sentences.push(random.pick(asideWording).replaceAll('{x}', aside).replaceAll('{y}', aside));
  const text = [first, ...random.shuffle(sentences)].map((sentence) => fill(sentence, entity, random)).join(' ');
  return { title: entity.title, text };
}

/** How running text names another page: its title, or, where that has a qualifier, half the time in words. */
export const mention = (entity: Entity, random: RandomStream): string =>
  random.chance(0.5) ? entity.title : entity.called;

/** `a lute`, `an oboe`. */
export const withArticle = (noun: string): string =>
  /^(three|crossed) /.test(noun) ? noun : `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

function spell(entity: Entity, fact: string, random: RandomStream): string | undefined {
  const other = entity.links.get(fact as Relation); // A map answers any key; others are not found.
  return other ? mention(other, random) : entity.values.get(fact as Attribute);
}

function fill(sentence: string, entity: Entity, random: RandomStream): string {
  const { pronoun } = entity;
  const filled = sentence
    .replaceAll('{n}', entity.name)
    .replaceAll('{s:o}', OBJECT[pronoun])
    .replaceAll('{S}', pronoun)
    .replaceAll('{s}', pronoun)
    .replaceAll('{P}', POSSESSIVE[pronoun])
    .replaceAll('{p}', POSSESSIVE[pronoun])
    .replaceAll('{kind}', () => random.pick(vocabulary.placeKinds))
    .replace(/\{a:(\w+)(?::up)?\}/g, (whole, fact: string) => {
      const value = spell(entity, fact, random) ?? '';
      return whole.includes(':up') ? value : withArticle(value);
    })
    .replace(/\{(\w+)\}/g, (_whole, fact: string) => spell(entity, fact, random) ?? '')
    .replace(/\bthe (?=the )/gi, '');
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}
