import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordingOf } from '../../src/compose/finish-grow.js';
import { meaning, openToyBed, scripted, type ToyBed, wholeRun } from '../fixtures/toy-run.js';

let bed: ToyBed;

beforeAll(() => {
  bed = openToyBed();
});
afterAll(() => bed.close());

it('a run from the recording of another one is the same run', { timeout: 60_000 }, async () => {
  const first = await wholeRun(bed);
  const recording = recordingOf(first.journal(), 'scripted');
  const second = await wholeRun(bed, { proposer: scripted(recording.replies.map((reply) => reply.text)) });
  try {
    expect(recording.replies).toHaveLength(6);
    expect(meaning(second.journal())).toEqual(meaning(first.journal()));
    expect(second.refs()).toBe(first.refs());
    expect([...second.gates]).toEqual([...first.gates]);
  } finally {
    first.close();
    second.close();
  }
});
