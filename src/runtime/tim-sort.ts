import { bareList } from './bare-list.js';
import { gallopLeft, gallopRight, type Compare } from './gallop.js';
import { MergeRuns } from './merge-runs.js';

interface Run {
  readonly base: number;
  readonly length: number;
}

/** Lists shorter than this are sorted by insertion alone. */
const SHORT = 64;

/**
 * Sorts a list in place, stably, and asks `compare` the same questions in the same order as V8's own sort does: it is TimSort as
 * Tim Peters describes it (CPython, Objects/listsort.txt), with V8's order of arguments.
 */
export function timSort(list: unknown[], compare: Compare): void {
  if (list.length < 2) return;
  const sorting = new TimSort(list, compare);
  const least = minRunLength(list.length);
  for (let low = 0; low < list.length;) {
    const left = list.length - low;
    let length = sorting.countRun(low, list.length);
    if (length < least) {
      const forced = left < least ? left : least;
      sorting.insert(low, low + length, low + forced);
      length = forced;
    }
    sorting.push({ base: low, length });
    low += length;
  }
  sorting.mergeRest();
}

function minRunLength(length: number): number {
  let n = length;
  let rest = 0;
  while (n >= SHORT) {
    rest |= n & 1;
    n >>= 1;
  }
  return n + rest;
}

class TimSort {
  readonly #list: unknown[];
  readonly #compare: Compare;
  readonly #runs: Run[] = bareList();
  readonly #merging: MergeRuns;
  #count = 0;

  constructor(list: unknown[], compare: Compare) {
    this.#list = list;
    this.#compare = compare;
    this.#merging = new MergeRuns(list, compare);
  }

  /** Length of the run that begins at `low`; one that falls is turned around. */
  countRun(low: number, end: number): number {
    const list = this.#list;
    if (low + 1 === end) return 1;
    let length = 2;
    let previous = list[low + 1];
    const falls = this.#compare(previous, list[low]) < 0;
    for (let at = low + 2; at < end; at += 1) {
      const current = list[at];
      const order = this.#compare(current, previous);
      if (falls ? order >= 0 : order < 0) break;
      previous = current;
      length += 1;
    }
    if (falls) this.#reverse(low, low + length);
    return length;
  }

  #reverse(from: number, end: number): void {
    const list = this.#list;
    for (let a = from, b = end - 1; a < b; a += 1, b -= 1) {
      const kept = list[a];
      list[a] = list[b];
      list[b] = kept;
    }
  }

  /** Binary insertion of what stands from `start` on into the sorted part before it. */
  insert(low: number, start: number, end: number): void {
    const list = this.#list;
    for (let at = start === low ? start + 1 : start; at < end; at += 1) {
      const pivot = list[at];
      let left = low;
      let right = at;
      while (left < right) {
        const middle = left + ((right - left) >> 1);
        if (this.#compare(pivot, list[middle]) < 0) right = middle;
        else left = middle + 1;
      }
      for (let to = at; to > left; to -= 1) list[to] = list[to - 1];
      list[left] = pivot;
    }
  }

  push(run: Run): void {
    this.#runs[this.#count] = run;
    this.#count += 1;
    this.#collapse();
  }

  #length(index: number): number {
    return this.#runs[index]?.length ?? 0;
  }

  #collapse(): void {
    while (this.#count > 1) {
      let n = this.#count - 2;
      const broken =
        (n > 0 && this.#length(n - 1) <= this.#length(n) + this.#length(n + 1)) ||
        (n > 1 && this.#length(n - 2) <= this.#length(n - 1) + this.#length(n));
      if (broken) {
        if (this.#length(n - 1) < this.#length(n + 1)) n -= 1;
        this.#mergeAt(n);
      } else if (this.#length(n) <= this.#length(n + 1)) this.#mergeAt(n);
      else return;
    }
  }

  mergeRest(): void {
    while (this.#count > 1) {
      let n = this.#count - 2;
      if (n > 0 && this.#length(n - 1) < this.#length(n + 1)) n -= 1;
      this.#mergeAt(n);
    }
  }

  #mergeAt(index: number): void {
    const list = this.#list;
    let { base: a, length: lengthA } = this.#runs[index] ?? { base: 0, length: 0 };
    const { base: b, length: wholeB } = this.#runs[index + 1] ?? { base: 0, length: 0 };
    let lengthB = wholeB;
    this.#runs[index] = { base: a, length: lengthA + lengthB };
    if (index === this.#count - 3) this.#runs[index + 1] = this.#runs[index + 2] ?? { base: 0, length: 0 };
    this.#count -= 1;
    const k = gallopRight(this.#compare, { list, key: list[b], base: a, length: lengthA, hint: 0 });
    a += k;
    lengthA -= k;
    if (lengthA === 0) return;
    lengthB = gallopLeft(this.#compare, {
      list,
      key: list[a + lengthA - 1],
      base: b,
      length: lengthB,
      hint: lengthB - 1,
    });
    if (lengthB === 0) return;
    if (lengthA <= lengthB) this.#merging.low(a, lengthA, b, lengthB);
    else this.#merging.high(a, lengthA, b, lengthB);
  }
}
