/** Compares as a comparator does: below 0 where the first goes before. */
export type Compare = (one: unknown, other: unknown) => number;

/** A sorted stretch of a list, and what is looked for in it from `hint` on in growing leaps. */
interface Stretch {
  readonly list: readonly unknown[];
  readonly key: unknown;
  readonly base: number;
  readonly length: number;
  readonly hint: number;
}

/** Where `key` goes into a sorted stretch, before its equals. */
export function gallopLeft(compare: Compare, { list, key, base, length, hint }: Stretch): number {
  let last = 0;
  let offset = 1;
  if (compare(list[base + hint], key) < 0) {
    const most = length - hint;
    while (offset < most && compare(list[base + hint + offset], key) < 0) {
      last = offset;
      offset = (offset << 1) + 1;
    }
    if (offset > most) offset = most;
    last += hint;
    offset += hint;
  } else {
    const most = hint + 1;
    while (offset < most && !(compare(list[base + hint - offset], key) < 0)) {
      last = offset;
      offset = (offset << 1) + 1;
    }
    if (offset > most) offset = most;
    const kept = last;
    last = hint - offset;
    offset = hint - kept;
  }
  last += 1;
  while (last < offset) {
    const middle = last + ((offset - last) >> 1);
    if (compare(list[base + middle], key) < 0) last = middle + 1;
    else offset = middle;
  }
  return offset;
}

/** Where `key` goes into a sorted stretch, behind its equals. */
export function gallopRight(compare: Compare, { list, key, base, length, hint }: Stretch): number {
  let last = 0;
  let offset = 1;
  if (compare(key, list[base + hint]) < 0) {
    const most = hint + 1;
    while (offset < most && compare(key, list[base + hint - offset]) < 0) {
      last = offset;
      offset = (offset << 1) + 1;
    }
    if (offset > most) offset = most;
    const kept = last;
    last = hint - offset;
    offset = hint - kept;
  } else {
    const most = length - hint;
    while (offset < most && !(compare(key, list[base + hint + offset]) < 0)) {
      last = offset;
      offset = (offset << 1) + 1;
    }
    if (offset > most) offset = most;
    last += hint;
    offset += hint;
  }
  last += 1;
  while (last < offset) {
    const middle = last + ((offset - last) >> 1);
    if (compare(key, list[base + middle]) < 0) offset = middle;
    else last = middle + 1;
  }
  return offset;
}
