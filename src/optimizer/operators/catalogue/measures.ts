import type { Operator } from '../operator.js';

/** How many results are named in the answer; settings above what the answer may list are not offered. */
export const titles: Operator = {
  name: 'titles',
  about: 'names more of what it found',
  settings: [1, 3, 5],
  initial: 1,
  helps: { 'no-call': 4, dropped: 3, missing: 1 },
  moves: 'up',
  pieces: [],
};

/** How many results a search gives; settings above what the tool gives are not offered. */
export const results: Operator = {
  name: 'results',
  about: 'asks for more results a search',
  settings: [5, 10],
  initial: 5,
  helps: { 'no-call': 0.5, missing: 1 },
  moves: 'up',
  pieces: [],
};

/** How rankings become one. */
export const merge: Operator = {
  name: 'merge',
  about: 'merges the rankings of its searches in another way',
  settings: ['best', 10, 30],
  initial: 'best',
  helps: { dropped: 0.5 },
  pieces: [],
};

/** Goes on after a search that fails. */
export const recover: Operator = {
  name: 'recover',
  about: 'goes on when the search tool refuses a query',
  settings: [true],
  after: ['results'],
  helps: { error: 3 },
  pieces: [],
};
