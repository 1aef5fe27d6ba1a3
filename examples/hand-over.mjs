#!/usr/bin/env node
// A `command` optimizer that hands each prompt over through files: a person, or a program of any kind, answers.
//
//   espalier grow --optimizer "command:node examples/hand-over.mjs /absolute/folder"
//
// Writes the prompt to <folder>/0001.prompt.md and waits for <folder>/0001.reply.txt, and so on. The reply is one
// edit set, as the prompt asks for; write it under another name first and rename it, so that it is never read half.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = process.argv[2];
if (folder === undefined || !path.isAbsolute(folder)) {
  console.error('Expected the absolute path of a folder for prompts and replies.');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const asked = readdirSync(folder).filter((name) => name.endsWith('.prompt.md')).length;
const name = path.join(folder, String(asked + 1).padStart(4, '0'));

writeFileSync(`${name}.tmp`, readFileSync(0, 'utf8'));
renameSync(`${name}.tmp`, `${name}.prompt.md`);
console.error(`waiting for ${name}.reply.txt`);
while (!existsSync(`${name}.reply.txt`)) await sleep(500);
process.stdout.write(readFileSync(`${name}.reply.txt`, 'utf8'));
