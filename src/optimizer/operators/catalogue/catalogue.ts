import type { Operator } from '../operator.js';
import { askModel } from './ask-model.js';
import { askRemainder } from './ask-remainder.js';
import { askNames, askNameWithRest, askTerms, askWhole } from './ask.js';
import { dispatchNamed } from './dispatch-named.js';
import { coverOpen, dropOverlapping, dropUnrelated, dropWeak } from './filters.js';
import { followTitles } from './follow-titles.js';
import { lookUpMentions } from './look-up-mentions.js';
import { merge, recover, results, titles } from './measures.js';
import { namedFirst } from './named-first.js';
import { pairUp } from './pair-up.js';
import { raiseLinked } from './raise-linked.js';
import { walkMentions } from './walk-mentions.js';

/** Every operator; those with a place in `main` stand in the order in which `main` calls them. */
export const CATALOGUE: readonly Operator[] = [
  askWhole,
  askTerms,
  askNames,
  askNameWithRest,
  titles,
  results,
  merge,
  recover,
  askRemainder,
  followTitles,
  namedFirst,
  lookUpMentions,
  dropUnrelated,
  dropWeak,
  coverOpen,
  pairUp,
  raiseLinked,
  dispatchNamed,
  walkMentions,
  dropOverlapping,
  askModel,
];
