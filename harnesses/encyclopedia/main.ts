import type { Answer, Runtime, Task } from 'espalier/runtime';
import { queriesOf } from './queries-of.js';
import { searchAll } from './search-all.js';
import { lookUpMentions } from './look-up-mentions.js';
import { askRemainder } from './ask-remainder.js';
import { walkMentions } from './walk-mentions.js';
import { namedFirst } from './named-first.js';
import { pairUp } from './pair-up.js';
import { namesSeveral } from './names-several.js';

/**
 * Finds what shows the answer to `task.question`: `evidence` names the first 5 leads. In this order it
 * - searches,
 * - searches again for what the first leads leave open,
 * - puts what the question names first,
 * - looks up the names that the first leads mention,
 * - ranks leads by the pairs that they make,
 * - walks from the first lead over what texts mention, two steps deep, unless the question sets several named things side by side.
 */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  let leads = await searchAll(queriesOf(task.question), rt);
  leads = await askRemainder(task.question, leads, rt);
  leads = namedFirst(task.question, leads);
  leads = await lookUpMentions(leads, rt);
  leads = pairUp(task.question, leads);
  if (!namesSeveral(task.question, leads)) leads = await walkMentions(task.question, leads, rt);
  return { answer: '', evidence: leads.slice(0, 5).map((lead) => lead.title) };
}
