import { expect, test } from 'vitest';
import { resumeLine } from '../../../src/cli/resume-line.js';

test.each([
  [['grow'], 'npx espalier grow --resume r'],
  [['grow', '--run', 'r', '--json'], 'npx espalier grow --resume r --json'],
  [['grow', '--run=r', '--seed', '2'], 'npx espalier grow --resume r --seed 2'],
  [['grow', '--resume', '--json'], 'npx espalier grow --resume r --json'],
  [['grow', '--resume', 'q', '--hotpot', 'a b.json'], "npx espalier grow --resume r --hotpot 'a b.json'"],
  [['grow', '-o', "command:sh -c 'x'"], String.raw`npx espalier grow --resume r -o 'command:sh -c '\''x'\'''`],
])('%j goes on with the same words', (args, line) => {
  expect(resumeLine(args, 'r')).toBe(line);
});
