// How well and how fast the embedded model selects, on sentences of a HotpotQA file: node bench/embedded.mjs --data FILE
// Its thresholds were set on the first 110 questions; these figures are of later ones. `--json` prints one object.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { embeddedModel } from '../dist/llm/embedded-model.js';
import { embedder } from '../dist/llm/embedded/embedder.js';
import { embeddedPackages } from '../dist/llm/embedded/packages.js';
import { machine } from './measure.mjs';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    n: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
  },
});
const SKIPPED = 110;

/** Park and Miller's minimal generator: the same draws in every run. */
function drawing(seed) {
  let state = seed;
  return (items, count) => {
    const left = [...items];
    const drawn = [];
    while (drawn.length < count && left.length > 0) {
      state = (state * 48_271) % 2_147_483_647;
      drawn.push(...left.splice(state % left.length, 1));
    }
    return drawn;
  };
}

const draw = drawing(7);
const live = new AbortController().signal;
const predict = async (llm, instruction, input, schema) => {
  const begun = performance.now();
  const { text } = await llm.complete(
    { messages: [], maxOutputTokens: 100, schema, predict: { instruction, input } },
    1,
    live,
  );
  return { value: JSON.parse(text), ms: performance.now() - begun };
};

/** The questions with their sentences, those that show the answer marked. */
function readQuestions(file, count) {
  return JSON.parse(readFileSync(file, 'utf8'))
    .slice(SKIPPED, SKIPPED + count)
    .map(({ question, context, supporting_facts: facts }) => {
      const gold = new Set(facts.map(([title, at]) => `${title}#${at}`));
      const sentences = context.flatMap(([title, texts]) =>
        texts.map((text, at) => ({ title, text: text.trim(), gold: gold.has(`${title}#${at}`) })),
      );
      const long = sentences.filter(({ text }) => text.length > 10);
      return { question, context, gold: long.filter((one) => one.gold), others: long.filter((one) => !one.gold) };
    })
    .filter(({ gold }) => gold.length >= 2);
}

const passageOf = ({ context }, title) => context.find(([name]) => name === title)[1].join(' ');
const enumOf = (texts) => ({ type: 'string', enum: texts });

/** Each kind: the requests that a question makes, with the share of what is right in [0, 1]. */
const KINDS = {
  'choose the sentence that helps, of 4': async (llm, item) => {
    const texts = draw([item.gold[0], ...draw(item.others, 3)], 4).map(({ text }) => text);
    const got = await predict(
      llm,
      'Choose the sentence that helps to answer the question.',
      item.question,
      enumOf(texts),
    );
    return [{ ...got, right: got.value === item.gold[0].text ? 1 : 0 }];
  },
  'classify a sentence by title, of 4': async (llm, item) => {
    const [first, ...others] = draw(
      item.context.filter(([, texts]) => texts.length > 1),
      4,
    );
    const titles = draw([first, ...others], 4).map(([title]) => title);
    const got = await predict(llm, 'What is this sentence about?', first[1][1].trim(), enumOf(titles));
    return [{ ...got, right: got.value === first[0] ? 1 : 0 }];
  },
  'select the 2 sentences that help, of 8 (F1)': async (llm, item) => {
    const gold = item.gold.slice(0, 2).map(({ text }) => text);
    const texts = draw([...gold, ...draw(item.others, 6).map(({ text }) => text)], 8);
    const got = await predict(llm, 'Select the sentences that help to answer the question.', item.question, {
      type: 'array',
      items: enumOf(texts),
    });
    const hits = got.value.filter((text) => gold.includes(text)).length;
    return [{ ...got, right: (2 * hits) / (got.value.length + gold.length) }];
  },
  'answerable here, against a passage of another question': (llm, item, next) =>
    answerable(llm, item, passageOf(next, next.context[0][0])),
  'answerable here, against a distractor of the same question': (llm, item) => {
    const gold = new Set(item.gold.map(({ title }) => title));
    const [distractor] = draw(
      item.context.filter(([title]) => !gold.has(title)),
      1,
    );
    return distractor === undefined ? [] : answerable(llm, item, distractor[1].join(' '));
  },
  'similar: same passage above 0.5, other passage below': async (llm, item, next) => {
    const [, texts] = item.context.find(([, list]) => list.length > 1 && list[1].trim() !== '') ?? [];
    if (texts === undefined) return [];
    const schema = { type: 'number', minimum: 0, maximum: 1 };
    const same = await predict(llm, 'How similar?', [texts[0], texts[1]], schema);
    const other = await predict(llm, 'How similar?', [texts[0], next.context[0][1][0]], schema);
    return [
      { ...same, right: same.value >= 0.5 ? 1 : 0 },
      { ...other, right: other.value < 0.5 ? 1 : 0 },
    ];
  },
};

async function answerable(llm, item, wrong) {
  const ask = (passage) =>
    predict(
      llm,
      'Is the question answered by this passage?',
      { question: item.question, passage },
      { type: 'boolean' },
    );
  const yes = await ask(passageOf(item, item.gold[0].title));
  const no = await ask(wrong);
  return [
    { ...yes, right: yes.value ? 1 : 0 },
    { ...no, right: no.value ? 0 : 1 },
  ];
}

const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function run(file, count) {
  const questions = readQuestions(file, count);
  const rows = [];
  for (const [kind, ask] of Object.entries(KINDS)) {
    // A model of its own, so that no row lives on the embeddings of another.
    const llm = embeddedModel(embedder(embeddedPackages(process.cwd())));
    await predict(llm, 'Warm up.', 'a', enumOf(['b', 'c']));
    const results = [];
    for (const [at, item] of questions.entries())
      results.push(...(await ask(llm, item, questions[(at + 1) % questions.length])));
    rows.push({
      kind,
      requests: results.length,
      right: mean(results.map(({ right }) => right)),
      msPerRequest: median(results.map(({ ms }) => ms)),
    });
  }
  return rows;
}

if (values.data === undefined) {
  process.stderr.write('Expected --data FILE, a HotpotQA JSON file (hotpot_train_v1.1.json or a part of it).\n');
  process.exitCode = 2;
} else {
  const rows = await run(values.data, Number(values.n));
  if (values.json) console.log(JSON.stringify({ machine: machine(), rows }, null, 2));
  else {
    for (const { kind, requests, right, msPerRequest } of rows)
      console.log(
        `${kind.padEnd(60)} ${`${(right * 100).toFixed(1)}%`.padStart(6)} of ${String(requests).padStart(3)} requests  ${msPerRequest.toFixed(0).padStart(5)} ms each (median)`,
      );
    const on = machine();
    console.log(`node ${on.node}, ${on.platform}, ${on.cores} cores (${on.cpu})`);
  }
}
