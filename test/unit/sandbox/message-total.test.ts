import { expect, it } from 'vitest';
import { MessageTotal, unreadReplies } from '../../../src/sandbox/message-total.js';

it('messages of a run count their bytes and 32 for each value, up to the total', () => {
  const total = new MessageTotal({ totalBytes: 100 });
  expect(total.over('"äöü"')).toBeUndefined(); // 8 bytes
  expect(total.over('x'.repeat(60))).toBeUndefined();
  expect(total.over('[]')).toContain('more than 100 bytes together (limits.totalBytes)'); // 2 + 32
});

it('replies of all calls in flight may wait to be read, and no more', () => {
  const limits = { concurrentCalls: 4, messageBytes: 1_000 };
  expect(unreadReplies(4_000, limits)).toBeUndefined();
  expect(unreadReplies(4_001, limits)).toBe(
    'The guest left 4001 bytes of replies unread; at most 4 replies of 1000 bytes may wait (limits.concurrentCalls).',
  );
});
