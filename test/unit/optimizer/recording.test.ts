import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildPrompt } from '../../../src/optimizer/prompt/build-prompt.js';
import { openRecordedProposer, recordedProposer } from '../../../src/optimizer/recorded-proposer.js';
import { loadRecording, type Recording } from '../../../src/optimizer/recording.js';
import { writeRecording } from '../../../src/optimizer/write-recording.js';
import { InputError } from '../../../src/task/error.js';
import { sampleRequest, sampleView } from './sample-view.js';

const live = new AbortController().signal;
const { hash } = buildPrompt(sampleRequest());
const RECORDING: Recording = {
  model: 'large-model-1',
  date: '2026-11-30',
  replies: [
    { ordinal: 1, text: '{"version":1}\n', promptHash: hash },
    { ordinal: 2, text: '{"versi', promptHash: 'b'.repeat(64), finish: 'truncated' },
    { ordinal: 12, text: 'é ünï\r\n', promptHash: 'c'.repeat(64) },
  ],
};
const freshFolder = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'espalier-test-')), 'replies');
const bytesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'hex')]));

describe('a recording', () => {
  it('comes back from its folder as it was written, in equal bytes each time', async () => {
    const [one, two] = [freshFolder(), freshFolder()];
    await writeRecording(one, RECORDING);
    await writeRecording(two, { ...RECORDING, replies: RECORDING.replies.toReversed() });
    expect(readdirSync(one)).toEqual(['0001.txt', '0002.txt', '0012.txt', 'recording.json']);
    expect(await loadRecording(one)).toEqual(RECORDING);
    expect(bytesOf(two)).toEqual(bytesOf(one));
  });

  it('is never written over another one', async () => {
    const folder = freshFolder();
    await writeRecording(folder, RECORDING);
    await expect(writeRecording(folder, RECORDING)).rejects.toThrow(/not empty/);
  });

  it.each([
    ['no JSON', 'oops', /recording\.json is not JSON/],
    ['another format', '{"format":2,"model":"m","date":"2026-11-30","replies":[]}', /format/],
    [
      'a path out of the folder',
      '{"format":1,"model":"m","date":"2026-11-30","replies":[{"ordinal":1,"file":"../a.txt","promptHash":"' +
        hash +
        '"}]}',
      /plain file name/,
    ],
    [
      'a reply that is missing',
      '{"format":1,"model":"m","date":"2026-11-30","replies":[{"ordinal":1,"file":"0009.txt","promptHash":"' +
        hash +
        '"}]}',
      /Cannot read .*0009\.txt/,
    ],
  ])('is refused with the file named when its manifest has %s', async (_what, manifest, message) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'espalier-test-'));
    writeFileSync(path.join(folder, 'recording.json'), manifest);
    const loading = loadRecording(folder);
    await expect(loading).rejects.toBeInstanceOf(InputError);
    await expect(loading).rejects.toThrow(message);
  });

  it('is refused when the folder is not there', async () => {
    await expect(openRecordedProposer('/no/such/folder')).rejects.toThrow(/\/no\/such\/folder\/recording\.json/);
  });
});

describe('recordedProposer', () => {
  it('answers by ordinal, without a notice where the prompt is the same', async () => {
    expect(await recordedProposer(RECORDING).propose(sampleRequest(), live)).toEqual({
      kind: 'reply',
      text: '{"version":1}\n',
      finish: 'complete',
      promptHash: hash,
      costUsd: 0,
      notices: [],
    });
  });

  it('keeps that a reply was cut, and notices another prompt', async () => {
    const request = sampleRequest(sampleView(), 2);
    const proposal = await recordedProposer(RECORDING).propose(request, live);
    expect(proposal).toMatchObject({ kind: 'reply', finish: 'truncated', promptHash: buildPrompt(request).hash });
    expect(proposal.kind === 'reply' ? proposal.notices : []).toEqual([expect.stringContaining('another prompt')]);
  });

  it.each([
    [3, /gap/],
    [13, /ends with proposal 12/],
  ])('has no reply to proposal %i', async (ordinal, message) => {
    const proposal = await recordedProposer(RECORDING).propose(sampleRequest(sampleView(), ordinal), live);
    expect(proposal.kind === 'none' ? proposal.message : '').toMatch(message);
  });
});
