// Runs the sentence model off the host's thread. Plain JavaScript, so that it starts from source and from dist alike.
// In: { id, texts }. Out: { id, vectors: Float32Array of unit vectors one after the other, tokens } or { id, error }.
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const require = createRequire(import.meta.url);
let model;

async function load() {
  const { initModel } = require(workerData.embeddings);
  const { modelSource } = require(workerData.weights);
  // The source that the weights' package gives reads its own files; the default one would fetch.
  return initModel(modelSource);
}

/** Texts are run together only with others of their length: padding would move the last bits of a vector. */
function byLength(encodings) {
  const groups = new Map();
  encodings.forEach(({ length }, index) => {
    if (length > 0) groups.set(length, [...(groups.get(length) ?? []), index]);
  });
  return groups;
}

async function embed(texts) {
  model ??= load();
  const loaded = await model;
  const encodings = texts.map((text) => loaded.tokenizer.encode(text));
  const found = new Map();
  for (const indices of byLength(encodings).values()) {
    const vectors = await loaded.embed(indices.map((index) => texts[index]));
    indices.forEach((index, place) => found.set(index, vectors[place]));
  }
  const size = found.values().next().value?.length ?? 0;
  const vectors = new Float32Array(size * texts.length);
  for (const [index, vector] of found) {
    const norm = Math.hypot(...vector) || 1;
    for (let at = 0; at < size; at += 1) vectors[index * size + at] = vector[at] / norm;
  }
  return { vectors, tokens: encodings.map(({ length }) => length) };
}

// One request after the other: the model has one thread.
let last = Promise.resolve();
parentPort.on('message', ({ id, texts }) => {
  last = last.then(async () => {
    try {
      const { vectors, tokens } = await embed(texts);
      parentPort.postMessage({ id, vectors, tokens }, [vectors.buffer]);
    } catch (error) {
      parentPort.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
});
