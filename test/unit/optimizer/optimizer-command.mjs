// An optimizer's command for tests: node optimizer-command.mjs <behaviour> [file]
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

const [behaviour, file] = process.argv.slice(2);
const prompt = async () => {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text;
};
const forever = () => setInterval(() => undefined, 1_000);

switch (behaviour) {
  case 'answer':
    process.stdout.write(JSON.stringify({ version: 1, rationale: `read ${(await prompt()).length}`, edits: [] }));
    break;
  case 'look-around':
    await prompt();
    process.stdout.write(JSON.stringify({ env: process.env, cwd: process.cwd(), files: readdirSync('.') }));
    writeFileSync('left-behind.txt', 'x');
    break;
  case 'babble':
    for (let line = 1; line <= 50; line += 1) process.stderr.write(`thinking ${line}\n`);
    process.stderr.write(`${'x'.repeat(100_000)}\nlast words`);
    process.stdout.write('Here you are: {"version":1}');
    break;
  case 'fail':
    process.stderr.write('no credit left\n');
    process.exitCode = 3;
    break;
  case 'cut':
    process.stdout.write('{"version":1,"rationale":"the rest is mis');
    break;
  case 'silent':
    break;
  case 'flood': {
    const block = 'y'.repeat(1 << 16);
    process.stdout.on('error', () => process.exit(1));
    const pour = () => {
      while (process.stdout.write(block));
      process.stdout.once('drain', pour);
    };
    pour();
    break;
  }
  case 'hang': {
    process.on('SIGTERM', () => undefined);
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], {
      stdio: 'inherit',
    });
    writeFileSync(file, JSON.stringify([process.pid, child.pid]));
    forever();
    break;
  }
  case 'leave-daemon': {
    const daemon = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', detached: true });
    writeFileSync(file, JSON.stringify([daemon.pid]));
    process.stdout.write('{"version":1}', () => process.exit(0));
    break;
  }
  case 'leave-child': {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    writeFileSync(file, JSON.stringify([child.pid]));
    process.stdout.write('{"version":1}', () => process.exit(0));
    break;
  }
}
