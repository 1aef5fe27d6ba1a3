import { describe, expect, it } from 'vitest';
import { LiveBlock } from '../../../src/report/live-block.js';
import { type Standing, standingParts, timeLeftMs } from '../../../src/report/standing-line.js';

const standingLineOf = (...of: Parameters<typeof standingParts>): string => standingParts(...of).join(' · ');

const standing: Standing = {
  position: 33,
  tasks: 200,
  window: 6,
  windowSize: 10,
  step: 2,
  maxSteps: 8,
  checkpoint: { gate: 1, success: 0.62 },
  calls: 120,
  costUsd: 0,
  elapsedMs: 60_000,
};

describe('where a run stands', () => {
  it('is told in parts', () => {
    expect(standingLineOf(standing, { success: 0.62, low: 0.52, high: 0.71 })).toBe(
      'task 34/200 · window 6/10 · step 2 · gate 1 62.0% [52.0, 71.0] · 120 calls · $0 · 1m 00s, about 3m 00s left',
    );
  });

  it('says no time left before there is something to tell it from, and none of a cost without a price', () => {
    expect(timeLeftMs({ ...standing, position: 1, step: 0 })).toBeUndefined();
    const line = standingLineOf({ ...standing, elapsedMs: 1000, costUsd: null }, undefined);
    expect(line).toContain('gate 1 62.0% · 120 calls · n/a · 1.0s');
    expect(line).not.toContain('left');
  });
});

describe('the live block', () => {
  it('is written over, line by line, and lines that stay go above it', () => {
    let screen = '';
    const block = new LiveBlock((text) => {
      screen += text;
    });
    block.show(['one', 'two']);
    expect(screen).toBe('\r\u001B[Kone\ntwo');
    screen = '';
    block.above('kept');
    expect(screen).toBe('\r\u001B[K\u001B[1A\u001B[Kkept\n');
    screen = '';
    block.show(['three']);
    block.clear();
    expect(screen).toBe('\r\u001B[Kthree\r\u001B[K');
  });
});
