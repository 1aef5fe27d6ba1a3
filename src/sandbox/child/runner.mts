// The program of a guest process. It has no environment, no files but its own and its engine's, and speaks lines:
// host → child  `L<script as JSON>` load · `S<StartMessage>` start a run · `R<ReplyMessage>` answer a call
// child → host  `g<GuestMessage>` from the guest, unread · `c<word>` from this program
import { writeSync } from 'node:fs';
import { GuestMemoryFull, type Engine, type Realm } from './engine.mjs';
import { openQuickJs } from './engine-quickjs.mjs';
import { openVm2 } from './engine-vm2.mjs';

/** What the guest sends when its memory is full: nothing that harness code can catch may come after it. */
const MEMORY_FULL = '{"t":"memory"}';

const [engineName = '', entry = '', guestFile = ''] = process.argv.slice(2);
process.env['TZ'] = 'UTC';

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

/** Ends as V8 does when its heap is full: the host reads the reason from standard error. */
function endOfMemory(): never {
  writeSync(2, 'heap out of memory\n');
  process.exit(134);
}

interface Run {
  readonly realm: Realm;
  readonly open: { live: boolean };
}
let next: Run | undefined;
let active: Run | undefined;
let deliveries = 0;
let called = false;

/** A fresh realm with the script in it; made ahead, so that a run starts at once. */
function makeRealm(engine: Engine): void {
  const open = { live: true };
  const realm = engine.realm((text) => {
    if (!open.live) return;
    if (typeof text !== 'string' || text.includes('\n')) {
      writeLine('cmalformed');
      return;
    }
    if (text === MEMORY_FULL) endOfMemory();
    if (text.startsWith('{"t":"end"')) open.live = false;
    if (!text.startsWith('{"t":"nodes"')) called = true;
    writeLine(`g${text}`);
  });
  next = { realm, open };
}

function load(engine: Engine, text: string): void {
  try {
    engine.load(JSON.parse(text) as string); // the host wrote a JSON string
    makeRealm(engine);
    writeLine('cready');
  } catch (error) {
    if (error instanceof GuestMemoryFull) endOfMemory();
    writeLine(
      `cfailed ${JSON.stringify(error instanceof Error ? `${error.name}: ${error.message}` : 'the script threw')}`,
    );
  }
}

function deliver(engine: Engine, line: string): void {
  const text = line.slice(1);
  called = false;
  if (line.startsWith('L')) {
    load(engine, text);
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
    active?.realm.drain();
  } catch (error) {
    if (error instanceof GuestMemoryFull) endOfMemory();
    writeLine('cbroken'); // the guest's prelude itself threw: the host ends the run
  }
}

/** Runs when the microtasks of a delivery have drained. */
function afterDelivery(engine: Engine): void {
  if (active !== undefined && !active.open.live) {
    active.realm.dispose();
    active = undefined;
    makeRealm(engine);
    writeLine('cready');
  } else if (active !== undefined && !called) writeLine(`cidle ${String(deliveries)}`);
  pump(engine);
}

const lines: string[] = [];
let pumping = false;

/** One line a turn of the event loop, so that the guest is deterministic however the bytes arrive. */
function pump(engine: Engine): void {
  const line = lines.shift();
  pumping = line !== undefined;
  if (line === undefined) return;
  deliver(engine, line);
  setImmediate(afterDelivery, engine);
}

// A rejection that nobody awaits is the harness's own affair; the value must not be touched here.
process.on('unhandledRejection', () => undefined);
const opened =
  engineName === 'quickjs' ? await openQuickJs(entry, guestFile, process.execArgv) : openVm2(entry, guestFile);
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk: string) => {
  const parts = (rest + chunk).split('\n');
  rest = parts.pop() ?? '';
  lines.push(...parts);
  if (!pumping) pump(opened);
});
process.stdin.on('end', () => process.exit(0));
