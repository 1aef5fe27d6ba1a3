import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureCase } from '../../../src/measure/measure-arm.js';
import { seedOf } from '../../../src/measure/sampling-seed.js';
import { BackendFault } from '../../../src/task/error.js';
import { toyFamily, toySplits } from '../../fixtures/toy-family.js';
import { openToyBed, openToyPlace, type ToyBed } from '../../fixtures/toy-run.js';
import { harness, toyBench } from './toy-bench.js';

let bed: ToyBed;
beforeAll(() => {
  bed = openToyBed();
});
afterAll(() => bed.close());

it('takes a kept result, and runs a missing one again; every trace can be read', async () => {
  const place = openToyPlace();
  const [item] = toySplits().train;
  if (!item) throw new Error('The toy family has training tasks.');
  let opened = 0;
  let down = true;
  const toy = toyFamily();
  const bench = toyBench(bed, {
    family: {
      ...toy,
      open: (input) => {
        opened += 1;
        if (down) return Promise.reject(new BackendFault('down'));
        return toy.open(input);
      },
    },
  });
  const prepared = await bed.warm.get(harness('  return await rt.tools.table({ key: task.text });'));
  const key = { runSeed: 1, phase: 'collect', ordinal: 0, arm: 'current', case: item.id, repeat: 0 } as const;
  const measure = () => measureCase(bench, { store: place.store, run: place.run }, prepared, item, key);
  try {
    const missing = await measure();
    expect(missing.judged).toBeUndefined();
    expect(place.store.trace(missing.trace)?.end).toEqual({ kind: 'missing', message: 'down' });
    expect(place.store.measurement(place.run, seedOf(key), prepared.version)).toBeUndefined();
    down = false;
    const judged = await measure();
    expect(judged.judged?.solved).toBe(true);
    expect(place.store.trace(judged.trace)?.answer).toBe('quillon');
    const before = opened;
    expect(await measure()).toEqual(judged);
    expect(opened).toBe(before);
  } finally {
    place.close();
  }
});
