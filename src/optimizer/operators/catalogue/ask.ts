import { contentWords } from '../pieces/content-words.js';
import { namesIn } from '../pieces/names-in.js';
import { nameWithRest } from '../pieces/name-with-rest.js';
import type { Operator } from '../operator.js';

/** Searches for the whole question. */
export const askWhole: Operator = {
  name: 'ask-whole',
  about: 'searches for the question as it stands',
  settings: [true],
  helps: { 'no-call': 2, empty: 1 },
  pieces: [],
};

/** Searches for the question's content words. */
export const askTerms: Operator = {
  name: 'ask-terms',
  about: 'searches for the content words of the question',
  settings: [true],
  helps: { 'no-call': 2, empty: 1, missing: 0.5 },
  pieces: [contentWords],
};

/** Searches for each name. */
export const askNames: Operator = {
  name: 'ask-names',
  about: 'searches for each name in the question',
  settings: [true],
  helps: { 'no-call': 0.5, missing: 1, 'hop-ended': 0.5 },
  pieces: [namesIn, contentWords],
};

/** Searches for each name with the rest of the question. */
export const askNameWithRest: Operator = {
  name: 'ask-name-with-rest',
  about: 'searches for each name together with the plain words of the question',
  settings: [true],
  helps: { missing: 1 },
  pieces: [nameWithRest, namesIn, contentWords],
};
