import { fileURLToPath } from 'node:url';
import { GuestChild } from '../dist/sandbox/guest-child.js';
import { openLocate } from '../dist/ports/locate.js';
import { openScript } from '../dist/ports/script-position.js';
import { RunSession } from '../dist/sandbox/run-session.js';

const RUNNER = fileURLToPath(new URL('./plain-runner.mjs', import.meta.url));
const MEMORY = { heapMb: 64, dataMb: 320 };

/**
 * What the sandbox is compared with: one plain child process a prepared version, on the host's side the same session and the
 * same lines, on the other side plain node:vm. No walls, no vm2, no permission flag, no memory limits.
 */
export function openPlainSandbox() {
  const open = new Set();
  return {
    async prepare(bundle) {
      const child = new GuestChild({ file: process.execPath, args: [RUNNER] }, process.cwd(), MEMORY);
      open.add(child);
      const ready = () =>
        new Promise((resolve, reject) => {
          const fail = (what) => reject(new Error(`The plain child did not get ready: ${JSON.stringify(what)}`));
          const onLine = (line) => (line === 'cready' ? resolve() : fail(line));
          child.listen({ onLine, onOverflow: fail, onNoise: fail, onExit: fail });
        });
      child.write(`L${JSON.stringify(bundle.script)}`);
      await ready();
      const close = async () => {
        open.delete(child);
        await child.close();
      };
      const { script } = bundle;
      return { child, ready, script, text: openScript(script), locate: openLocate(bundle.sourceMap), close };
    },
    async run({ child, ready, script, text, locate }, input, host, limits) {
      const result = await new RunSession(child, { script, text, locate, ...input, host, limits }).run();
      await ready();
      return result;
    },
    close: () => Promise.all([...open].map((child) => child.close())),
  };
}
