/** Thrown into a harness whose loops and calls have taken more turns than a run may. `place`: `The loop at main.ts:3`. Guest-safe, so not an `EspalierError`. */
export class LoopFuelExhausted extends Error {
  constructor(place: string, limit: number) {
    super(
      `${place} went on after all loops and calls of this run had taken ${String(limit)} turns together. ` +
        'Expected loops and recursions that end: bound this one by a counter or by the size of its input.',
    );
    this.name = 'LoopFuelExhausted';
  }
}
