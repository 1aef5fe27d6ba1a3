import type { Case, Splits } from '../../task/case.js';
import { InputError } from '../../task/error.js';
import { caseId } from '../../task/ids.js';
import { type RandomStream, randomStream } from '../../task/random.js';
import type { SplitSizes } from '../../task/split.js';
import type { Passage } from '../corpus/passage.js';
import { distractor } from './distractors.js';
import type { Entity } from './entity.js';
import { type Question, type QuestionKind, questionMaker } from './questions.js';
import { makeWorld, type World } from './world.js';
import { mention, writePassage } from './write-passage.js';

export interface EncyclopediaOptions extends SplitSizes {
  readonly seed: number | string;
}

/** A fictional encyclopedia and questions about it. The splits share the passages; no two questions share a chain. */
export interface Encyclopedia {
  readonly passages: readonly Passage[];
  readonly splits: Splits;
}

/** Of a hundred questions: two-hop, three-hop; the rest are comparisons. */
const SHARES = { twoHop: 50, threeHop: 30 } as const;

/**
 * Makes an encyclopedia of an invented world: about 2,100 passages on people, places, organisations and works. Two-hop and
 * three-hop questions never name the pages that they end on; comparisons name both pages, often beside near namesakes; some
 * pages hold the words of questions and are evidence of nothing. The same seed and sizes give the same text on every machine.
 */
export function generateEncyclopedia(options: EncyclopediaOptions): Encyclopedia {
  const seed = String(options.seed);
  const world = makeWorld(randomStream(`encyclopedia-world:${seed}`));
  const passages = writePassages(world, randomStream(`encyclopedia-text:${seed}`));
  const random = randomStream(`encyclopedia-questions:${seed}`);
  const draw = questionSource(world, random);
  let number = 0;
  // Each split has the same mix of kinds, so that splits of one world are about equally hard.
  const split = (count: number): readonly Case[] =>
    random.shuffle(mix(count)).map((kind) => {
      const { question, answer, evidence } = draw(kind);
      const id = caseId(`${kind}-${String(++number).padStart(4, '0')}`);
      return { id, task: { question }, expected: { answer, evidence } };
    });
  return { passages, splits: { train: split(options.train), gate: split(options.gate), test: split(options.test) } };
}

function writePassages(world: World, random: RandomStream): readonly Passage[] {
  const subjects: readonly Entity[] = [
    ...world.region,
    ...world.place,
    ...world.person,
    ...world.organisation,
    ...world.work,
  ];
  const backlinks = linkedFrom(subjects);
  const aside = (subject: Entity): string => {
    if (random.chance(0.3)) return random.pick(world.pageless);
    const sources = backlinks.get(subject) ?? [];
    return mention(random.pick(sources.length > 0 && random.chance(0.2) ? sources : subjects), random);
  };
  const passages = new Map<string, Passage>();
  for (const subject of subjects) {
    const page = writePassage(subject, () => aside(subject), random);
    passages.set(page.title, page);
  }
  for (const subject of random.shuffle(subjects).slice(0, Math.round(subjects.length * DISTRACTOR_SHARE))) {
    const page = distractor(subject, aside(subject), random);
    if (page && !passages.has(page.title)) passages.set(page.title, page);
  }
  return random.shuffle([...passages.values()]);
}

/** Distractor pages for each hundred subjects, as a share. */
const DISTRACTOR_SHARE = 0.2;

function mix(count: number): readonly QuestionKind[] {
  const twoHop = Math.round((count * SHARES.twoHop) / 100);
  const threeHop = Math.round((count * SHARES.threeHop) / 100);
  return Array.from({ length: count }, (_, at) =>
    at < twoHop ? 'two-hop' : at < twoHop + threeHop ? 'three-hop' : 'comparison',
  );
}

/** Draws questions of a kind, none with the text or the chain of one before. */
function questionSource(world: World, random: RandomStream): (kind: QuestionKind) => Question {
  const make = questionMaker(world, random);
  const used = new Set<string>();
  return (kind) => {
    for (let tries = 0; tries < 100_000; tries++) {
      const drawn = kind === 'comparison' ? make.comparison() : make.bridge(kind === 'two-hop' ? 2 : 3);
      const chain = drawn && [...drawn.evidence].sort().join('\n');
      if (!drawn || chain === undefined || used.has(chain) || used.has(drawn.question)) continue;
      used.add(chain).add(drawn.question);
      return drawn;
    }
    throw new InputError(
      `Expected another ${kind} question in this world, found none after 100,000 draws. Ask for fewer cases.`,
    );
  };
}

/** For each subject those that link to it. */
function linkedFrom(subjects: readonly Entity[]): ReadonlyMap<Entity, readonly Entity[]> {
  const sources = new Map<Entity, Entity[]>();
  for (const subject of subjects)
    for (const target of subject.links.values()) sources.set(target, [...(sources.get(target) ?? []), subject]);
  return sources;
}
