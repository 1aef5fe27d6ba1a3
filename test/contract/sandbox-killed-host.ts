// A host of its own: starts a harness that loops at a level, prints the guest's process id and waits to be killed.
import { openSandbox } from '../../src/sandbox/open-sandbox.js';
import { TestHost, limits } from './sandbox-host.js';
import { guestProcesses } from './sandbox-processes.js';
import { bundleFrom, forge } from './sandbox-script.js';

const sandbox = openSandbox(process.argv[2] === 'full' ? 'full' : 'portable');
const prepared = await sandbox.prepare(bundleFrom(forge('for (;;) {}')));
const run = sandbox.run(prepared, { task: null, seed: '' }, new TestHost(), limits({ wallMs: 60_000 }));
setTimeout(() => process.stdout.write(String(guestProcesses()[0])), 200);
await run;
