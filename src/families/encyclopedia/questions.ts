import type { RandomStream } from '../../task/random.js';
import type { Attribute, Entity, EntityKind, Relation } from './entity.js';
import { leafQuestions, relationPhrases, sameComparisons, yearComparisons } from './question-wording.js';
import type { World } from './world.js';

export type QuestionKind = 'two-hop' | 'three-hop' | 'comparison';

/** One question with its short answer and the titles of every page on its chain. */
export interface Question {
  readonly kind: QuestionKind;
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly string[];
}

const KINDS: readonly EntityKind[] = ['place', 'person', 'organisation', 'work'];

/** Draws questions that the passages can answer. A draw may fail: then it is `undefined`, and the caller draws again. */
export interface QuestionMaker {
  bridge(hops: 2 | 3): Question | undefined;
  comparison(): Question | undefined;
}

export function questionMaker(world: World, random: RandomStream): QuestionMaker {
  const neighbours = nearNames(world);
  const start = (): Entity => random.pick(world[random.pick(KINDS)]);
  return {
    bridge(hops) {
      const chain = [start()];
      let described = inQuestion(chain[0], random);
      while (chain.length < hops) {
        const from = chain.at(-1);
        const step = from && pickStep(from, random);
        if (!step || chain.includes(step.to)) return undefined;
        described = random.pick(relationPhrases[step.relation]).replace('{d}', () => described);
        chain.push(step.to);
      }
      const last = chain.at(-1);
      const leaf = last && pickLeaf(last, random);
      if (!leaf || chain.slice(1).some(({ name }) => described.includes(name))) return undefined;
      return {
        kind: hops === 2 ? 'two-hop' : 'three-hop',
        question: random.pick(leaf.questions).replace('{d}', () => described),
        answer: leaf.answer,
        evidence: chain.map(({ title }) => title),
      };
    },
    comparison() {
      const a = start();
      const near = neighbours.get(a) ?? [];
      const b = near.length > 0 && random.chance(0.6) ? random.pick(near) : random.pick(world[a.kind]);
      if (a === b || a.name === b.name) return undefined;
      return random.chance(0.3) ? same(a, b, random) : byYear(a, b, random);
    },
  };
}

function byYear(a: Entity, b: Entity, random: RandomStream): Question | undefined {
  const comparison = yearComparisons[a.kind];
  if (!comparison) return undefined;
  const [attribute, earlier, later] = comparison;
  const [yearA, yearB] = [toldValue(a, attribute), toldValue(b, attribute)];
  if (yearA === undefined || yearB === undefined || yearA === yearB) return undefined;
  const wantsEarlier = random.chance(0.6);
  return compared(
    a,
    b,
    random.pick(wantsEarlier ? earlier : later),
    yearA < yearB === wantsEarlier ? a.name : b.name,
    random,
  );
}

function same(a: Entity, b: Entity, random: RandomStream): Question | undefined {
  const comparison = sameComparisons[a.kind];
  if (!comparison) return undefined;
  const [attribute, wordings] = comparison;
  const [left, right] = [toldValue(a, attribute), toldValue(b, attribute)];
  if (left === undefined || right === undefined) return undefined;
  // Without this nearly every answer would be no.
  if (left !== right && random.chance(0.85)) return undefined;
  return compared(a, b, random.pick(wordings), left === right ? 'yes' : 'no', random);
}

function compared(a: Entity, b: Entity, wording: string, answer: string, random: RandomStream): Question {
  const question = wording
    .replace('{a}', () => inQuestion(a, random))
    .replace('{b}', () => inQuestion(b, random))
    .replaceAll('the the ', 'the ');
  return { kind: 'comparison', question, answer, evidence: [a.title, b.title] };
}

const inQuestion = (entity: Entity | undefined, random: RandomStream): string =>
  entity === undefined ? '' : random.chance(0.3) ? entity.title : entity.called;

const toldValue = (entity: Entity, attribute: Attribute): string | undefined =>
  entity.told.has(attribute) ? entity.values.get(attribute) : undefined;

function pickStep(
  entity: Entity,
  random: RandomStream,
): { readonly relation: Relation; readonly to: Entity } | undefined {
  const steps = [...entity.links].filter(([relation]) => entity.told.has(relation));
  if (steps.length === 0) return undefined;
  const [relation, to] = random.pick(steps);
  return { relation, to };
}

function pickLeaf(
  entity: Entity,
  random: RandomStream,
): { readonly questions: readonly string[]; readonly answer: string } | undefined {
  const leaves = Object.entries(leafQuestions[entity.kind]).flatMap(([attribute, questions]) => {
    const answer = toldValue(entity, attribute as Attribute); // The keys are attributes.
    return answer === undefined ? [] : [{ questions, answer }];
  });
  return leaves.length === 0 ? undefined : random.pick(leaves);
}

/** For each subject those of its kind that share a word of the name: `Velmar` and `Velmar Bay`, two of one surname. */
function nearNames(world: World): ReadonlyMap<Entity, readonly Entity[]> {
  const near = new Map<Entity, readonly Entity[]>();
  for (const kind of KINDS) {
    const byWord = new Map<string, Entity[]>();
    for (const entity of world[kind])
      for (const word of entity.name.split(' ')) byWord.set(word, [...(byWord.get(word) ?? []), entity]);
    for (const entity of world[kind]) {
      const others = entity.name
        .split(' ')
        .flatMap((word) => (word === 'The' || word === 'of' ? [] : (byWord.get(word) ?? [])));
      near.set(
        entity,
        others.filter((other) => other !== entity),
      );
    }
  }
  return near;
}
