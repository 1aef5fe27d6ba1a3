import { samplingSeed, versionId } from '../dist/task/ids.js';
import { sha256 } from '../dist/task/hash.js';
import { NO_USAGE } from '../dist/task/usage.js';

const CALLS = 19;
const PASSAGES = 200;
const STEPS = ['normalise', 'candidates', 'rank', 'choose'];
const syllables = ['ba', 'lor', 'mi', 'tes', 'ra', 'quin', 'do', 'vel', 'sta', 'ne', 'kur', 'po'];

/** Words that look like prose and are the same for the same number. */
function prose(number, words) {
  const hash = sha256(String(number));
  const at = (index) => Number.parseInt(hash[index % hash.length], 16) + index + number;
  return Array.from({ length: words }, (_, word) =>
    [0, 1, 2].map((part) => syllables[at(word * 3 + part) % syllables.length]).join(''),
  ).join(' ');
}

/** Traces of a family draw on one corpus, so that what tools give back recurs. */
const passages = Array.from({ length: PASSAGES }, (_, number) => ({
  title: prose(number, 3),
  text: prose(number, 60),
}));

/** A finished run with 19 tool calls and four small functions around each; another one for every number. */
export function sampleTrace(number) {
  const nodes = [];
  const calls = [];
  const add = (parent, kind, name, detail) => {
    const id = nodes.length + 1;
    nodes.push({ id, parent, kind, name, ...(kind === 'function' ? { functionId: `main.ts#${name}` } : {}), detail });
    return id;
  };
  const task = { question: prose(number, 15) };
  const main = add(0, 'function', 'main', JSON.stringify([task]));
  for (let call = 0; call < CALLS; call += 1) {
    const request = { query: prose(number * CALLS + call, 4) };
    const found = [0, 1, 2].map((rank) => passages[(number * 31 + call * 7 + rank) % PASSAGES]);
    const hop = add(main, 'function', 'hop', JSON.stringify([request.query, call]));
    const node = add(hop, 'tool', 'search', JSON.stringify(request));
    for (const name of STEPS) {
      const step = add(hop, 'function', name, JSON.stringify(found.map(({ title }) => title)));
      add(step, 'return', name, JSON.stringify(found[0].title));
    }
    add(hop, 'return', 'hop', JSON.stringify(found[0].text).slice(0, 240));
    calls.push({
      node,
      kind: 'tool',
      name: 'search',
      path: 'main>hop>search',
      occurrence: call,
      request,
      reply: { ok: true, value: found },
      durationMs: 20,
    });
  }
  return {
    format: 1,
    version: versionId(sha256('bench')),
    seed: samplingSeed(sha256(`seed ${number}`)),
    task,
    nodes,
    droppedNodes: 0,
    calls,
    answer: prose(number, 2),
    end: { kind: 'answered' },
    outcome: { scores: { exact: 1 }, feedback: 'right' },
    usage: NO_USAGE,
    wallMs: 400,
  };
}
