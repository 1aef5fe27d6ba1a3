/** How much of the failures a prompt shows. Code, rules and interface are always whole. */
export interface Detail {
  /** Characters of a task or an answer. */
  readonly taskChars: number;
  /** Characters of a call's arguments or of a function's arguments and value. */
  readonly argumentChars: number;
  /** Characters of a reply; of each item, where the reply is a list of objects. */
  readonly replyChars: number;
  readonly itemChars: number;
  /** Depth of the tree below `main`. */
  readonly depth: number;
  /** Like siblings in a row that are shown before the rest is folded. */
  readonly repeats: number;
  /** Lines of one failure's tree. */
  readonly lines: number;
  /** Characters of an earlier reply that was refused, and of one rejection's text. */
  readonly refusedChars: number;
  readonly rejectionChars: number;
}

/** From the fullest to the tersest; the first that fits the budget is used. What tells least shrinks first. */
export const DETAILS: readonly [Detail, ...Detail[]] = [
  level([6_000, 600, 5_000, 900, 24, 8, 300, 16_000, 1_200]),
  level([4_000, 400, 2_400, 420, 24, 8, 240, 16_000, 1_200]),
  level([4_000, 400, 2_400, 420, 12, 4, 160, 16_000, 1_200]),
  level([3_000, 240, 1_600, 300, 8, 3, 120, 8_000, 800]),
  level([2_000, 200, 1_000, 200, 8, 3, 90, 4_000, 600]),
  level([1_500, 160, 600, 120, 6, 2, 60, 2_000, 400]),
  level([1_000, 120, 300, 80, 5, 2, 40, 1_000, 300]),
];

function level(sizes: readonly [number, number, number, number, number, number, number, number, number]): Detail {
  const [taskChars, argumentChars, replyChars, itemChars, depth, repeats, lines, refusedChars, rejectionChars] = sizes;
  return { taskChars, argumentChars, replyChars, itemChars, depth, repeats, lines, refusedChars, rejectionChars };
}
