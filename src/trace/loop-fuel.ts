/** Thrown into a harness whose loops have taken more turns than a run may. Guest-safe, so not an `EspalierError`. */
export class LoopFuelExhausted extends Error {
  constructor(site: string, limit: number) {
    super(
      `The loop at ${site} went on after all loops of this run had taken ${String(limit)} turns together. ` +
        'Expected loops that end: bound this one by a counter or by the size of its input.',
    );
    this.name = 'LoopFuelExhausted';
  }
}
