import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/measure/default-limits.js';
import { limitOutcome } from '../../../src/trace/limit-outcome.js';
import type { LimitName } from '../../../src/trace/trace.js';

const page = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([A-Za-z.]+)` +\| (\d+) +\| \S* *\| (?:`([a-z-]+)`)? *\|/gm)];
const { guest, ...own } = DEFAULT_LIMITS;
const all: readonly (readonly [string, number])[] = [
  ...Object.entries(own),
  ...Object.entries(guest).map(([name, value]) => [`guest.${name}`, value] as const),
];

it('the page on the sandbox lists every limit with its default', () => {
  const listed = rows.map(([, name, value]) => [name, Number(value)]);
  expect(new Map(listed as [string, number][])).toEqual(new Map(all));
});

it('the page gives every limit that ends a run its outcome', () => {
  for (const [, name = '', , outcome] of rows) {
    if (outcome === undefined) continue;
    // The page writes the names of LimitName, with `guest.` before those that the guest keeps.
    expect([name, outcome]).toEqual([name, limitOutcome(name.replace('guest.', '') as LimitName)]);
  }
});
