import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** Starts a TypeScript file of this folder in a real process. */
export function startChild(script: string, args: readonly string[]): ChildProcessByStdio<null, Readable, null> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return spawn(process.execPath, ['--import', 'jiti/register', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Resolves when the child has printed a line for which `enough` is true, with all that it has printed. */
export function printed(
  child: ChildProcessByStdio<null, Readable, null>,
  enough: (text: string) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (enough(text)) resolve(text);
    });
    child.once('exit', (code) => {
      reject(new Error(`the child ended with ${String(code)} after printing ${JSON.stringify(text)}`));
    });
  });
}

/** kill -9, and waits until the process is gone. */
export function killHard(child: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.kill('SIGKILL');
  });
}
