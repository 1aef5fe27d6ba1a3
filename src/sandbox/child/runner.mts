// The program of a guest process. It has no environment, no files but its own and vm2's, and speaks lines:
// host → child  `L<script as JSON>` load · `S<StartMessage>` start a run · `R<ReplyMessage>` answer a call
// child → host  `g<GuestMessage>` from the guest, unread · `c<word>` from this program
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Realm {
  start(text: string): void;
  reply(text: string): void;
}
/** The part of vm2 that is used. */
interface Vm2 {
  readonly VM: new (options: { readonly eval: false; readonly wasm: false }) => {
    setGlobal(name: string, value: unknown): void;
    run(script: unknown): unknown;
  };
  readonly VMScript: new (code: string, file: string) => { compile(): unknown };
}

const [vm2Path = '', guestFile = ''] = process.argv.slice(2);
process.env['TZ'] = 'UTC';
// Its own types are for a bundler's import; here it is required by its path.
const { VM, VMScript } = createRequire(vm2Path)(vm2Path) as Vm2;

function writeLine(line: string): void {
  const bytes = Buffer.from(`${line}\n`, 'utf8');
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      // A full pipe is waited for; anything else means that the host is gone.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) process.exit(1);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

let script: unknown;
let next: { readonly realm: Realm; readonly open: { live: boolean } } | undefined;
let active: { readonly realm: Realm; readonly open: { live: boolean } } | undefined;
let deliveries = 0;
let called = false;

/** A fresh realm with the script in it; made ahead, so that a run starts at once. */
function makeRealm(): void {
  const open = { live: true };
  const vm = new VM({ eval: false, wasm: false });
  vm.setGlobal('__espalier_send', (text: unknown) => {
    if (!open.live) return;
    if (typeof text !== 'string' || text.includes('\n')) {
      writeLine('cmalformed');
      return;
    }
    if (text.startsWith('{"t":"end"')) open.live = false;
    if (!text.startsWith('{"t":"nodes"')) called = true;
    writeLine(`g${text}`);
  });
  vm.run(script);
  // Taken before any harness code runs; the guest's prelude has defined it.
  next = { realm: vm.run('__espalier') as Realm, open };
}

function load(text: string): void {
  try {
    script = new VMScript(JSON.parse(text) as string, guestFile); // the host wrote a JSON string
    makeRealm();
    writeLine('cready');
  } catch (error) {
    writeLine(
      `cfailed ${JSON.stringify(error instanceof Error ? `${error.name}: ${error.message}` : 'the script threw')}`,
    );
  }
}

function deliver(line: string): void {
  const text = line.slice(1);
  called = false;
  if (line.startsWith('L')) {
    load(text);
    return;
  }
  deliveries += 1;
  try {
    if (line.startsWith('S')) {
      active = next;
      next = undefined;
      deliveries = 1;
      active?.realm.start(text);
    } else active?.realm.reply(text);
  } catch {
    writeLine('cbroken'); // the guest's prelude itself threw: the host ends the run
  }
}

/** Runs when the microtasks of a delivery have drained. */
function afterDelivery(): void {
  if (active !== undefined && !active.open.live) {
    active = undefined;
    makeRealm();
    writeLine('cready');
  } else if (active !== undefined && !called) writeLine(`cidle ${String(deliveries)}`);
  pump();
}

const lines: string[] = [];
let pumping = false;

/** One line a turn of the event loop, so that the guest is deterministic however the bytes arrive. */
function pump(): void {
  const line = lines.shift();
  pumping = line !== undefined;
  if (line === undefined) return;
  deliver(line);
  setImmediate(afterDelivery);
}

// A rejection that nobody awaits is the harness's own affair; the value must not be touched here.
process.on('unhandledRejection', () => undefined);
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk: string) => {
  const parts = (rest + chunk).split('\n');
  rest = parts.pop() ?? '';
  lines.push(...parts);
  if (!pumping) pump();
});
process.stdin.on('end', () => process.exit(0));
