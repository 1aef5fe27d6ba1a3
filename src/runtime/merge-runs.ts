import { bareList } from './bare-list.js';
import { gallopLeft, gallopRight, type Compare } from './gallop.js';

/** Wins in a row before a merge looks ahead in leaps. */
const MIN_GALLOP = 7;

/** Merges neighbouring sorted runs of one list: what is the shorter one is held aside, and filled in from that side. */
export class MergeRuns {
  readonly #list: unknown[];
  readonly #compare: Compare;
  #minGallop = MIN_GALLOP;

  constructor(list: unknown[], compare: Compare) {
    this.#list = list;
    this.#compare = compare;
  }

  #copy(from: number, to: number, length: number): void {
    const list = this.#list;
    if (from > to) for (let at = 0; at < length; at += 1) list[to + at] = list[from + at];
    else for (let at = length - 1; at >= 0; at -= 1) list[to + at] = list[from + at];
  }

  #kept(base: number, length: number): unknown[] {
    const kept: unknown[] = bareList();
    for (let at = 0; at < length; at += 1) kept[at] = this.#list[base + at];
    return kept;
  }

  /** From the front; the first run is the shorter one. */
  low(baseA: number, lengthA: number, baseB: number, lengthB: number): void {
    const list = this.#list;
    const held = this.#kept(baseA, lengthA);
    let to = baseA;
    let a = 0;
    let b = baseB;
    let leftA = lengthA;
    let leftB = lengthB;
    const put = (value: unknown): void => {
      list[to] = value;
      to += 1;
    };
    const rest = (): void => {
      for (let at = 0; at < leftA; at += 1) list[to + at] = held[a + at];
    };
    put(list[b++]);
    leftB -= 1;
    const oneLeft = (): void => {
      this.#copy(b, to, leftB);
      list[to + leftB] = held[a];
    };
    if (leftB === 0) {
      rest();
      return;
    }
    if (leftA === 1) {
      oneLeft();
      return;
    }
    let minGallop = this.#minGallop;
    for (;;) {
      let winsA = 0;
      let winsB = 0;
      do {
        if (this.#compare(list[b], held[a]) < 0) {
          put(list[b++]);
          winsB += 1;
          leftB -= 1;
          winsA = 0;
          if (leftB === 0) {
            rest();
            return;
          }
        } else {
          put(held[a++]);
          winsA += 1;
          leftA -= 1;
          winsB = 0;
          if (leftA === 1) {
            oneLeft();
            return;
          }
        }
      } while (winsA < minGallop && winsB < minGallop);
      minGallop += 1;
      do {
        minGallop = minGallop > 2 ? minGallop - 1 : 1;
        this.#minGallop = minGallop;
        winsA = gallopRight(this.#compare, { list: held, key: list[b], base: a, length: leftA, hint: 0 });
        for (let at = 0; at < winsA; at += 1) put(held[a++]);
        leftA -= winsA;
        if (winsA > 0 && leftA === 1) {
          oneLeft();
          return;
        }
        if (leftA === 0) return;
        put(list[b++]);
        leftB -= 1;
        if (leftB === 0) {
          rest();
          return;
        }
        winsB = gallopLeft(this.#compare, { list, key: held[a], base: b, length: leftB, hint: 0 });
        for (let at = 0; at < winsB; at += 1) put(list[b++]);
        leftB -= winsB;
        if (leftB === 0) {
          rest();
          return;
        }
        put(held[a++]);
        leftA -= 1;
        if (leftA === 1) {
          oneLeft();
          return;
        }
      } while (winsA >= MIN_GALLOP || winsB >= MIN_GALLOP);
      minGallop += 1;
      this.#minGallop = minGallop;
    }
  }

  /** From the back; the second run is the shorter one. */
  high(baseA: number, lengthA: number, baseB: number, lengthB: number): void {
    const list = this.#list;
    const held = this.#kept(baseB, lengthB);
    let to = baseB + lengthB - 1;
    let a = baseA + lengthA - 1;
    let b = lengthB - 1;
    let leftA = lengthA;
    let leftB = lengthB;
    const put = (value: unknown): void => {
      list[to] = value;
      to -= 1;
    };
    const rest = (): void => {
      for (let at = 0; at < leftB; at += 1) list[to - (leftB - 1) + at] = held[at];
    };
    const oneLeft = (): void => {
      this.#copy(a - leftA + 1, to - leftA + 1, leftA);
      list[to - leftA] = held[b];
    };
    put(list[a--]);
    leftA -= 1;
    if (leftA === 0) {
      rest();
      return;
    }
    if (leftB === 1) {
      oneLeft();
      return;
    }
    let minGallop = this.#minGallop;
    for (;;) {
      let winsA = 0;
      let winsB = 0;
      do {
        if (this.#compare(held[b], list[a]) < 0) {
          put(list[a--]);
          winsA += 1;
          leftA -= 1;
          winsB = 0;
          if (leftA === 0) {
            rest();
            return;
          }
        } else {
          put(held[b--]);
          winsB += 1;
          leftB -= 1;
          winsA = 0;
          if (leftB === 1) {
            oneLeft();
            return;
          }
        }
      } while (winsA < minGallop && winsB < minGallop);
      minGallop += 1;
      do {
        minGallop = minGallop > 2 ? minGallop - 1 : 1;
        this.#minGallop = minGallop;
        winsA = leftA - gallopRight(this.#compare, { list, key: held[b], base: baseA, length: leftA, hint: leftA - 1 });
        for (let at = 0; at < winsA; at += 1) put(list[a--]);
        leftA -= winsA;
        if (leftA === 0) {
          rest();
          return;
        }
        put(held[b--]);
        leftB -= 1;
        if (leftB === 1) {
          oneLeft();
          return;
        }
        winsB =
          leftB - gallopLeft(this.#compare, { list: held, key: list[a], base: 0, length: leftB, hint: leftB - 1 });
        for (let at = 0; at < winsB; at += 1) put(held[b--]);
        leftB -= winsB;
        if (winsB > 0 && leftB === 1) {
          oneLeft();
          return;
        }
        if (leftB === 0) return;
        put(list[a--]);
        leftA -= 1;
        if (leftA === 0) {
          rest();
          return;
        }
      } while (winsA >= MIN_GALLOP || winsB >= MIN_GALLOP);
      minGallop += 1;
      this.#minGallop = minGallop;
    }
  }
}
