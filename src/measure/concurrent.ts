/**
 * Maps with at most `limit` in flight; results in the order of the items. After the first rejection nothing new
 * starts, what is in flight is waited for, and that rejection is thrown.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const index = next;
      next += 1;
      const item = items[index];
      if (item === undefined) continue;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = Array.from({ length: Math.min(limit, items.length) }, lane);
  const settled = await Promise.allSettled(lanes);
  for (const lane of settled) if (lane.status === 'rejected') throw lane.reason;
  return results;
}
