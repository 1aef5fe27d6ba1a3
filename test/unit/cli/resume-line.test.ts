import { expect, test } from 'vitest';
import { resumeLine } from '../../../src/cli/resume-line.js';

test.each([
  [['grow'], 'espalier grow --resume r'],
  [['grow', '--run', 'r', '--json'], 'espalier grow --resume r --json'],
  [['grow', '--run=r', '--seed', '2'], 'espalier grow --resume r --seed 2'],
  [['grow', '--resume', '--json'], 'espalier grow --resume r --json'],
  [['grow', '--resume', 'q', '--hotpot', 'a b.json'], "espalier grow --resume r --hotpot 'a b.json'"],
  [['grow', '-o', "command:sh -c 'x'"], String.raw`espalier grow --resume r -o 'command:sh -c '\''x'\'''`],
])('%j goes on with the same words', (args, line) => {
  expect(resumeLine(args, 'r')).toBe(line);
});
