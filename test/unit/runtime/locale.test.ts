import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { installLocale } from '../../../src/runtime/locale.js';

const SEED = { seed: 20_261_201, numRuns: 300 };
const PROTOTYPES = [String.prototype, Number.prototype, Date.prototype] as const;

/** What ICU says in English and UTC: the pattern that the replacements follow. */
const numbers = new Intl.NumberFormat('en-US');
const collator = new Intl.Collator('en');
const UTC = { timeZone: 'UTC' } as const;
const full = new Intl.DateTimeFormat('en-US', { ...UTC, year: 'numeric', month: 'numeric', day: 'numeric' });
const time = new Intl.DateTimeFormat('en-US', { ...UTC, timeStyle: 'medium' });
const plain = (text: string): string => text.replaceAll('\u202f', ' ');

beforeAll(() => {
  const before = PROTOTYPES.map((owner) => [owner, Object.getOwnPropertyDescriptors(owner)] as const);
  vi.stubEnv('TZ', 'UTC');
  installLocale();
  afterAll(() => {
    for (const [owner, descriptors] of before) Object.defineProperties(owner, descriptors);
    vi.unstubAllEnvs();
  });
});

describe('localeCompare', () => {
  const WORDS = [
    '',
    ' ',
    '_',
    '-',
    '!',
    '$',
    '+',
    '1',
    '10',
    '2',
    'a',
    'A',
    'á',
    'Á',
    'ab',
    'aB',
    'Ab',
    'b',
    'résumé',
    'resume',
    'z',
    'Z',
    'ß',
    'ø',
  ];
  it('sorts words as a dictionary of English does', () => {
    const sorted = ['résumé', 'Zoo', 'resume', 'zoo', '10', 'Resume', '_x', 'apple', '2', '', 'Äpfel', 'Apple', '$5'];
    expect(sorted.toSorted((a, b) => a.localeCompare(b))).toEqual(sorted.toSorted(collator.compare));
  });

  it('is an order: against itself none, turned around the opposite, and without circles', () => {
    const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme', maxLength: 4 }));
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        const ab = a.localeCompare(b);
        expect([-1, 0, 1]).toContain(ab);
        expect(a.localeCompare(a)).toBe(0);
        expect(b.localeCompare(a)).toBe(0 - ab);
        expect(ab === 0).toBe(a === b);
        if (ab < 0 && b.localeCompare(c) < 0) expect(a.localeCompare(c)).toBeLessThan(0);
      }),
      SEED,
    );
  });

  it('takes no locale and no options into account', () => {
    expect('ä'.localeCompare('z', 'sv')).toBe('ä'.localeCompare('z'));
    expect('a'.localeCompare('A', 'en', { sensitivity: 'base' })).toBe('a'.localeCompare('A'));
    expect('10'.localeCompare('9', 'en', { numeric: true })).toBeLessThan(0);
  });
});

describe('other methods of a locale', () => {
  it('write numbers as English does, with at most three decimals', () => {
    const some = [0, 5, 999, 1000, 1234567.891, 0.5, 0.0001, 12.3456, 1e15, NaN, Infinity];
    for (const value of some.flatMap((one) => [one, -one])) expect(value.toLocaleString()).toBe(numbers.format(value));
    expect((1234.5).toLocaleString('de')).toBe('1,234.5');
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (value) => {
        expect(value.toLocaleString()).toBe(numbers.format(value));
      }),
      SEED,
    );
  });

  it('write dates as English does, in UTC and by name', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9000-01-01'), noInvalidDate: true }),
        (date) => {
          expect(date.toLocaleTimeString()).toBe(plain(time.format(date)));
          expect(date.toLocaleDateString()).toBe(plain(full.format(date)));
          expect(date.toLocaleString('fr')).toBe(`${plain(full.format(date))}, ${plain(time.format(date))}`);
          expect(date.toString()).toMatch(/ GMT\+0000 \(Coordinated Universal Time\)$/);
          expect(date.toTimeString()).toBe(date.toString().slice(-date.toTimeString().length));
        },
      ),
      SEED,
    );
    const none = new Date(NaN);
    for (const text of [none.toLocaleString(), none.toLocaleDateString(), none.toLocaleTimeString(), none.toString()]) {
      expect(text).toBe('Invalid Date');
    }
  });

  it('change case without regard to a language', () => {
    expect(['I'.toLocaleLowerCase('tr'), 'i'.toLocaleUpperCase('tr'), 'ß'.toLocaleUpperCase()]).toEqual([
      'i',
      'I',
      'SS',
    ]);
  });

  it('look like the ones that they replace', () => {
    for (const [owner, name] of [
      [String.prototype, 'localeCompare'],
      [Date.prototype, 'toString'],
      [Number.prototype, 'toLocaleString'],
    ] as const) {
      const found = Object.getOwnPropertyDescriptor(owner, name);
      expect(found).toMatchObject({ writable: true, configurable: true, enumerable: false });
      expect((found?.value as { readonly name: string }).name).toBe(name); // a method of the library's
    }
  });
});
