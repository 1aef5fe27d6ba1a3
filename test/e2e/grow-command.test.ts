import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { growCommand } from '../../src/compose/grow-command.js';
import type { GrowRequest } from '../../src/compose/grow-request.js';
import { storeFile } from '../../src/compose/store-file.js';
import { openStore } from '../../src/store/open-store.js';
import { InputError } from '../../src/task/error.js';
import { runId } from '../../src/task/ids.js';
import { toyWorkspace } from '../fixtures/toy-workspace.js';
import type { TemporaryRepository } from '../unit/versions/temporary-repository.js';

const places: TemporaryRepository[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

async function workspace(): Promise<TemporaryRepository> {
  const place = await toyWorkspace({ concurrency: 2 });
  places.push(place);
  return place;
}

/** Stops a sitting after so many transitions, as Ctrl-C does. */
function stoppedAfter(transitions: number): Pick<GrowRequest, 'signal' | 'onEvent'> {
  const controller = new AbortController();
  let seen = 0;
  return {
    signal: controller.signal,
    onEvent: (event) => {
      if (event.kind === 'transition' && (seen += 1) === transitions) controller.abort(new Error('stopped'));
    },
  };
}

describe('a run that goes on', () => {
  it('keeps its name and its options, writes its recording whole, and counts the time of every sitting', async () => {
    const place = await workspace();
    const request = {
      workspace: { directory: place.path },
      startedAt: 1_790_000_000_000,
      record: { directory: 'kept', model: 'scripted' },
    };
    const first = { ...request, run: 'named', name: 'other', options: { maxSteps: 2 } };
    await expect(growCommand({ ...first, ...stoppedAfter(12) })).rejects.toThrow('stopped');
    // Other options on resume are not the run's.
    const done = await growCommand({ ...request, resume: true, options: { maxSteps: 9 } });
    expect(done.result).toMatchObject({ run: 'named', status: 'done', steps: 2 });
    expect(readdirSync(join(place.path, 'harnesses'))).toEqual(['other']);
    expect(readdirSync(join(place.path, 'kept')).sort()).toEqual([
      '0001.txt',
      '0002.txt',
      '0003.txt',
      'recording.json',
    ]);
    expect(readFileSync(join(place.path, 'kept', '0003.txt'), 'utf8')).toBe(
      readFileSync(join(place.path, 'recording', '0003.txt'), 'utf8'),
    );
    const store = openStore(storeFile(place.path));
    expect(store.elapsedMs(runId('named'))).toBeGreaterThan(0);
    store.close();

    // Killed after its last transition and before its harness was written: going on writes it.
    rmSync(join(place.path, 'harnesses'), { recursive: true });
    expect((await growCommand({ ...request, resume: true })).result.harness).toEqual(done.result.harness);
    expect(existsSync(join(place.path, 'harnesses', 'other', 'main.ts'))).toBe(true);
  });

  it('is refused when its seed is another one', async () => {
    const place = await workspace();
    const request = { workspace: { directory: place.path }, run: 'one' };
    await expect(growCommand({ ...request, ...stoppedAfter(2) })).rejects.toThrow('stopped');
    const main = join(place.path, 'seeds', 'toy', 'main.ts');
    writeFileSync(main, readFileSync(main, 'utf8').replace("return ''", "return 'x'"));
    await expect(growCommand({ ...request, resume: true })).rejects.toThrow(
      /Run one cannot be resumed, because the seed harness was/,
    );
  });
});

describe('before anything is spent', () => {
  const refused = async (change: (place: TemporaryRepository) => Partial<GrowRequest>): Promise<string> => {
    const place = await workspace();
    const request = change(place);
    const error: unknown = await growCommand({ workspace: { directory: place.path }, run: 'one', ...request }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InputError);
    const store = existsSync(storeFile(place.path)) ? openStore(storeFile(place.path)) : undefined;
    expect(store?.runs() ?? []).toEqual([]);
    store?.close();
    return (error as InputError).message;
  };

  it('a harness of a person’s own is not replaced', async () => {
    const message = await refused((place) => {
      mkdirSync(join(place.path, 'harnesses', 'toy'), { recursive: true });
      writeFileSync(join(place.path, 'harnesses', 'toy', 'main.ts'), 'export const mine = 1;\n');
      return {};
    });
    expect(message).toContain('harnesses/toy holds work that no manifest knows');
  });

  it('a recording goes into a new folder', async () => {
    expect(await refused(() => ({ record: { directory: 'recording', model: 'scripted' } }))).toContain(
      'recording is not empty',
    );
  });

  it('a model needs its key, and a budget in dollars its price', async () => {
    const model = { name: 'openai:toy', apiKeyEnv: 'ESPALIER_TEST_NO_SUCH_KEY' };
    expect(await refused(() => ({ model }))).toContain('ESPALIER_TEST_NO_SUCH_KEY');
    expect(await refused(() => ({ model, budget: { usd: 1 } }))).toContain(
      '--budget-usd needs the price of model openai:toy',
    );
  });

  it('a run to resume must be there', async () => {
    expect(await refused(() => ({ resume: true }))).toContain(
      'Expected a run to resume, got one, which is none. Runs: none.',
    );
  });
});
