import type { RandomStream } from '../../task/random.js';
import type { Passage } from '../corpus/passage.js';
import type { Entity, EntityKind } from './entity.js';

/** Pages about things called after a subject: they use its name and the words of questions, and are evidence of nothing. */
const DISTRACTORS: Readonly<Partial<Record<EntityKind, readonly (readonly [title: string, text: string])[]>>> = {
  person: [
    [
      '{n} Prize',
      'The {n} Prize goes to young people who worked, taught or wrote in the spirit of {n}. It says nothing of where {n} was born, which teacher {n} had or who employed {n}.',
    ],
    [
      'House of {n}',
      'The House of {n} is a museum. What {n} played, made or wrote is not shown there; which town {n} came from is still argued over, and the year of birth on the door is wrong.',
    ],
    [
      '{n} Festival',
      'Each year the {n} Festival remembers {n}. The place where {n} was born does not take part, nor does the organisation that {n} worked for. {y} opened it once.',
    ],
    [
      'The Riddle of {n}',
      'The Riddle of {n} is a pamphlet. Who was the teacher of {n}, and what instrument did {n} play? The pamphlet asks and does not answer. {y} called it idle.',
    ],
  ],
  place: [
    [
      '{n} Regatta',
      'The {n} Regatta is rowed on no river near {n}. Who founded {n}, and in what year, is sung in its anthem, out of tune. {y} once lost it.',
    ],
    [
      '{n} Affair',
      'The {n} Affair was a lawsuit. Which region {n} belongs to, what {n} is known for and when {n} was founded played no part in it; {y} was called as a witness.',
    ],
    [
      'Old Road to {n}',
      'The Old Road to {n} is a footpath. It does not reach {n}, and the river that one crosses is dry. People from {n} seldom use it.',
    ],
  ],
  organisation: [
    [
      '{n} Medal',
      'The {n} Medal is not given by the {n}. Its emblem is older than the badge of the {n}, and the founder of the {n} refused it. {y} sold one.',
    ],
    [
      'Friends of the {n}',
      'The Friends of the {n} are a dining club. They are based far from the seat of the {n}, and nobody who founded the {n} or worked for the {n} ever came.',
    ],
    [
      '{n} Fire',
      'The {n} Fire destroyed no part of the {n}. In which year the {n} was set up is unrelated; {y} reported it.',
    ],
  ],
  work: [
    [
      'Notes on {n}',
      'Notes on {n} is a lecture. It does not name the author of {n}, the place in which {n} is set, or the year in which {n} came out. {y} fell asleep.',
    ],
    [
      '{n} Society',
      'The {n} Society reads {n} aloud. Who wrote {n} and which organisation paid for {n} is no concern of its members. {y} was expelled.',
    ],
  ],
};

/** One distractor page about a subject; `aside` is a name that it drops in passing. */
export function distractor(entity: Entity, aside: string, random: RandomStream): Passage | undefined {
  const templates = DISTRACTORS[entity.kind];
  if (!templates) return undefined;
  const [title, text] = random.pick(templates);
  const fill = (template: string): string =>
    template
      .replaceAll('{n}', entity.name)
      .replaceAll('{y}', aside)
      .replaceAll(/\bthe The /gi, 'The ');
  return { title: fill(title), text: fill(text) };
}
