// A host of its own, started with an open file at 9 and at 63: a guest whose realm is broken on purpose looks for open files.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandbox } from '../../src/sandbox/open-sandbox.js';
import { findWrappers } from '../../src/sandbox/find-wrappers.js';
import { probeWalls } from '../../src/sandbox/probe-walls.js';
import { GUEST_KINDS } from '../../src/sandbox/guest-kind.js';
import { runnerFiles } from '../../src/sandbox/runner-file.js';
import { TestHost, limits } from './sandbox-host.js';
import { bundleFrom } from './sandbox-script.js';

/** In the runner's place: answers any run with what each open file above 2 holds. */
const LOOKS = `import { readSync, writeSync, fstatSync } from 'node:fs';
const say = (text) => writeSync(1, text + '\\n');
say('cready');
process.stdin.on('data', (chunk) => {
  if (!/^S/m.test(String(chunk))) return; // the script may come in the same chunk
  const found = [];
  for (let fd = 3; fd < 256; fd += 1) {
    try { if (!fstatSync(fd).isFile()) continue; } catch { continue; }
    const bytes = Buffer.alloc(64);
    try { found.push(fd + ':' + bytes.toString('latin1', 0, readSync(fd, bytes, 0, 64, 0))); } catch (error) { found.push(fd + ':' + error.code); }
  }
  say('g' + JSON.stringify({ t: 'end', ok: true, value: found, nodes: [], dropped: 0 }));
});
`;

const level = process.argv[2] === 'full' ? 'full' : 'portable';
const { wrappers } = findWrappers();
const probe = await probeWalls({ kind: GUEST_KINDS[level], wrappers, files: runnerFiles() });
const programs = mkdtempSync(join(tmpdir(), 'espalier-looks-'));
writeFileSync(join(programs, 'runner.mjs'), LOOKS);
// As root the guest is another user, who is to read it.
chmodSync(programs, 0o755);
const sandbox = openSandbox(level, { wrappers, files: { ...runnerFiles(), programs } });
try {
  const prepared = await sandbox.prepare(bundleFrom('0'));
  const { end, answer } = await sandbox.run(
    prepared,
    { task: null, seed: '' },
    new TestHost(),
    limits({ wallMs: 20_000 }),
  );
  process.stdout.write(JSON.stringify({ end, answer, probe }));
} finally {
  await sandbox.close();
  rmSync(programs, { recursive: true });
}
