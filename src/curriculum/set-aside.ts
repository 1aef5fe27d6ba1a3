import type { GrowState } from './state.js';

/**
 * The new restore point after too many rollbacks in a row: the checkpoint's harness, with the cursor past every task
 * that the rolled-back sequence had reached. Tasks of either window, and those that only the rolled-back harness
 * had solved, are set aside.
 */
export function setWindowAside(checkpoint: GrowState, rolledBack: GrowState): GrowState {
  const cursor = Math.max(checkpoint.cursor, rolledBack.cursor);
  const aside = checkpoint.window.map((entry) => entry.position);
  for (let position = checkpoint.cursor; position < cursor; position += 1) aside.push(position);
  return {
    ...checkpoint,
    cursor,
    window: [],
    record: { ...checkpoint.record, setAside: [...checkpoint.record.setAside, ...aside] },
  };
}
