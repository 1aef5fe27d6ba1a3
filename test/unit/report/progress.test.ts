import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { Progress } from '../../../src/report/progress.js';
import type { JournalEntry } from '../../../src/ports/store.js';
import { stateHash } from '../../../src/task/ids.js';
import type { Json } from '../../../src/task/json.js';

const entry = (ordinal: number, kind: string, body: Json): JournalEntry => ({
  ordinal,
  kind,
  body,
  state: {},
  stateHash: stateHash(''),
  at: 0,
});

function shown(live: boolean, use: (progress: Progress) => void): string {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const progress = new Progress({ write, live, columns: 50 }, picocolors.createColors(false));
  use(progress);
  progress.end();
  return text;
}

const collect = (progress: Progress): void => {
  progress.on({ kind: 'measuring', what: 'seed on the gate set', done: 1, of: 2 });
  for (const [position, result] of ['solved', 'failed', 'failed'].entries()) {
    progress.on({ kind: 'transition', entry: entry(position + 1, 'collected', { result, position }) });
  }
};

test('tasks collected are one line, told when something else begins or all ends', () => {
  expect(shown(false, collect)).toBe('collect   3 tasks: 1 solved, 2 into the window\n');
});

test('on a terminal there is one live line, which the next line takes the place of', () => {
  const text = shown(true, collect);
  expect(text).toContain('\r\u001B[K  … seed on the gate set: 1/2');
  expect(text.endsWith('\r\u001B[Kcollect   3 tasks: 1 solved, 2 into the window\n\r\u001B[K')).toBe(true);
});

test('the first notice on a reply is told, the others are counted', () => {
  const text = shown(false, (progress) => {
    for (const ordinal of [1, 2, 3]) {
      progress.on({
        kind: 'transition',
        entry: entry(ordinal, 'proposed', { notices: [`reply ${String(ordinal)} answered another prompt`] }),
      });
    }
  });
  expect(text).toContain('reply 1 answered another prompt');
  expect(text).not.toContain('reply 2');
  expect(text).toContain('and 2 more notices');
});
