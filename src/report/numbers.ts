/** `62.5%`, of a share in [0, 1]. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** `62.5% [55.5, 69.0]`: a share with its 95% interval, in percent. */
export const withInterval = (arm: { readonly success: number; readonly low: number; readonly high: number }): string =>
  `${percent(arm.success)} [${(arm.low * 100).toFixed(1)}, ${(arm.high * 100).toFixed(1)}]`;

/** `$0.0123`, `$0` for nothing, `n/a` for a cost that no price tells. */
export const dollars = (usd: number | null): string =>
  usd === null ? 'n/a' : usd === 0 ? '$0' : `$${usd.toFixed(usd < 1 ? 4 : 2)}`;

/** `3 tasks`, `1 task`. */
export const plural = (count: number, noun: string, plurals = `${noun}s`): string =>
  `${String(count)} ${count === 1 ? noun : plurals}`;

/** `1m 05s`, `7.3s` or `12ms`, of milliseconds. */
export function duration(ms: number): string {
  if (ms < 1000) return `${String(Math.round(ms))}ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)}s`;
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes)}m ${String(Math.round(seconds - minutes * 60)).padStart(2, '0')}s`;
}
