import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/measure/default-limits.js';
import { openLocate } from '../../src/ports/locate.js';
import { openScript } from '../../src/ports/script-position.js';
import type { ChildListener, GuestChild } from '../../src/sandbox/guest-child.js';
import { decodeGuestMessage } from '../../src/sandbox/guest-message.js';
import { LineSplitter } from '../../src/sandbox/line-splitter.js';
import { RunSession } from '../../src/sandbox/run-session.js';
import type { CallReply, RunEnd, TraceNode } from '../../src/trace/trace.js';

/** FUZZ_CASES and FUZZ_SEED set others: the nightly script runs more cases, with a seed of its own. */
const numRuns = Number(process.env['FUZZ_CASES'] ?? 1_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_251);
console.info(`protocol fuzz: ${String(numRuns)} cases, seed ${String(seed)}`);
const cases = { numRuns, seed };
const timeout = 30_000 + numRuns * 30;
/** One message takes microseconds; what takes this long would add up to a host that stands still. */
const SLOW_MS = 250;
/** Processor time of this process, milliseconds: a busy machine must not pass for a slow parser. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const ids = fc.oneof(
  fc.integer({ min: -2, max: 6 }),
  fc.double(),
  fc.constantFrom(2 ** 53, -0, 1e300, '1', null, '__proto__'),
);
const names = fc.oneof(fc.constantFrom('echo', '__proto__', 'constructor', ''), fc.string({ unit: 'binary' }));
const node = fc.record(
  {
    id: ids,
    parent: ids,
    kind: fc.oneof(fc.constantFrom('function', 'llm', 'tool', 'return', 'error', 'note'), names),
    name: names,
    functionId: names,
    detail: fc.string({ unit: 'binary' }),
    site: names,
  },
  { requiredKeys: ['id', 'parent', 'kind', 'name'] },
);
const goodNode = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  parent: fc.constant(0),
  kind: fc.constant('note'),
  name: names,
});
const nodes = fc.oneof(
  { weight: 6, arbitrary: fc.constant([]) },
  fc.array(goodNode, { maxLength: 3 }),
  fc.array(node, { maxLength: 4 }),
  fc.jsonValue(),
);
const dropped = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, ids);
const near = fc.oneof(
  fc.record({ t: fc.constant('nodes'), nodes }),
  fc.record({ t: fc.constant('nodes'), nodes, dropped }),
  fc.record({
    t: fc.constant('call'),
    id: fc.oneof(fc.constantFrom(1, 2, 3), ids),
    node: fc.oneof(fc.constant(0), ids),
    kind: fc.oneof(fc.constantFrom('tool', 'llm'), names),
    name: names,
    args: fc.jsonValue({ maxDepth: 4 }),
    nodes,
  }),
  fc.record({ t: fc.constant('end'), ok: fc.boolean(), value: fc.jsonValue({ maxDepth: 4 }), nodes, dropped }),
  fc.record({
    t: fc.constant('end'),
    ok: fc.constant(true),
    value: fc.jsonValue(),
    nodes: fc.constant([]),
    dropped: fc.constant(0),
  }),
  fc.record({
    t: fc.constant('end'),
    ok: fc.constant(false),
    error: fc.record({
      name: names,
      message: names,
      stack: fc.oneof(names, fc.constant('(harness.js:1:1)\n(harness.js:99999999999999999999:0)')),
    }),
    nodes,
    dropped,
  }),
  fc.jsonValue(),
);
/** A message's text, then cut, doubled, with a character changed, or with a key or a number that JSON.parse reads in a way of its own. */
const messageText = fc
  .tuple(
    near,
    fc.nat(),
    fc.constantFrom('', '', '', 'cut', 'double', 'change', 'key', 'number', 'deep'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  .map(([message, at, how, other]) => {
    const json = JSON.stringify(message);
    const place = at % (json.length + 1);
    if (how === 'cut') return json.slice(0, place);
    if (how === 'double') return json + json;
    if (how === 'change') return json.slice(0, place) + other + json.slice(place + 1);
    if (how === 'key') return json.replace('{', `{"__proto__":{"t":"end"},"t":"nodes",`);
    if (how === 'number') return json.replace(/\d+/, '1e999');
    return how === 'deep'
      ? json.replace(/"args":|"value":/, (member) => `${member}${'['.repeat(300)}${']'.repeat(300)},"x":`)
      : json;
  });
const line = fc.oneof(
  { weight: 8, arbitrary: messageText.map((message) => `g${message}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'cready',
      'cidle 1',
      'cidle 2',
      'cidle x',
      'cbroken',
      'cmalformed',
      '',
      'g',
      'c',
      'x',
      '\r',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
/** Calls and notes as a true guest sends them, so that what follows meets a run that is under way. */
const truly = fc.array(fc.boolean(), { maxLength: 8 }).map((kinds) => {
  let calls = 0;
  return kinds.map((isCall, index) => {
    const kind = isCall ? 'tool' : 'note';
    const delta = [{ id: index + 1, parent: index, kind, name: 'echo' }];
    if (isCall) calls += 1;
    const message = isCall
      ? { t: 'call', id: calls, node: index + 1, kind, name: 'echo', args: { index }, nodes: delta }
      : { t: 'nodes', nodes: delta };
    return Buffer.from(`g${JSON.stringify(message)}\n`);
  });
});
const bytes = fc.oneof(
  { weight: 6, arbitrary: line.map((one) => Buffer.from(`${one}\n`)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some)) },
);

/** A child that says what it is told to, cut into the given chunks. It has the members of a guest child that a session uses. */
class FakeChild {
  readonly memory = { heapMb: 64, dataMb: 320 };
  runs = 0;
  computeMs = 0;
  /** What it is told it reads at once. */
  readonly unreadBytes = 0;
  killed = false;
  listener: ChildListener | undefined;
  readonly written: string[] = [];
  readonly #splitter = new LineSplitter(65_536);

  listen(listener: ChildListener | undefined, caps?: { readonly lineBytes: number }): void {
    this.listener = listener;
    this.#splitter.capBytes = caps?.lineBytes ?? 65_536;
  }
  write(text: string): void {
    this.written.push(text);
  }
  kill(): void {
    this.killed = true;
  }
  say(chunk: Buffer): void {
    if (this.killed) return;
    this.#splitter.feed(
      chunk,
      (heard) => {
        if (!this.killed) this.listener?.onLine(heard);
      },
      (start) => {
        if (this.killed) return;
        this.killed = true;
        this.listener?.onOverflow(start);
      },
    );
  }
  die(): void {
    this.killed = true;
    this.listener?.onExit({ code: 1, signal: null, stderr: '' });
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const text = openScript('');
const locate = openLocate('{"version":3,"sources":[],"names":[],"mappings":""}');
const limits = { ...DEFAULT_LIMITS, messageBytes: 2_000, resultBytes: 500, calls: 5, concurrentCalls: 2 };

it('a session ends once, in one of its ways, whatever its child says', { timeout }, async () => {
  const ends = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(truly, fc.array(bytes, { maxLength: 6 })).map(([first, rest]) => [...first, ...rest]),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }),
      async (spoken, cuts) => {
        const child = new FakeChild();
        const recorded: TraceNode[] = [];
        let served = 0;
        let over = false;
        const host = {
          tools: ['echo'],
          record: (delta: readonly TraceNode[]) => {
            expect(over).toBe(false);
            recorded.push(...delta);
          },
          call: async (): Promise<CallReply> => {
            expect(over).toBe(false);
            served += 1;
            return { ok: true, value: null };
          },
        };
        // It has the members that a session uses; the class's private ones keep it from being one.
        const guest = child as unknown as GuestChild;
        const session = new RunSession(guest, { script: '', text, locate, task: null, seed: '', host, limits });
        const running = session.run().then((result) => {
          over = true;
          return result;
        });
        const all = Buffer.concat(spoken);
        for (let at = 0, n = 0; at < all.length; n += 1) {
          const size = cuts[n % cuts.length] ?? 1;
          const began = cpuMs();
          child.say(all.subarray(at, at + size));
          expect(cpuMs() - began).toBeLessThan(SLOW_MS);
          at += size;
          await turn();
        }
        child.die();
        const { end, answer } = await running;
        ends.set(nameOf(end), (ends.get(nameOf(end)) ?? 0) + 1);
        expect(['answered', 'guest-error', 'limit', 'crash']).toContain(end.kind);
        expect(answer !== undefined).toBe(end.kind === 'answered');
        expect(served).toBeLessThanOrEqual(limits.calls);
        const seen = recorded.map(({ id }) => id);
        expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
        for (const { id, parent } of recorded) expect(parent).toBeLessThan(id);
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    ),
    cases,
  );
  console.info(`ends: ${[...ends].map(([name, count]) => `${name} ${String(count)}`).join(', ')}`);
  // Every way out has been gone, so that what holds for all of them has been looked at for each.
  for (const way of ['answered', 'guest-error', 'crash', 'limit concurrentCalls', 'limit calls'])
    expect([...ends.keys()]).toContain(way);
});

const nameOf = (end: RunEnd): string => (end.kind === 'limit' ? `limit ${end.limit}` : end.kind);

it('any text is a message or malformed, at once, and a message is JSON that says the same again', { timeout }, () => {
  let messages = 0;
  fc.assert(
    fc.property(fc.oneof(messageText, fc.string({ unit: 'binary' }), fc.json()), (some) => {
      const began = cpuMs();
      const decoded = decodeGuestMessage(some);
      expect(cpuMs() - began).toBeLessThan(SLOW_MS);
      if (decoded.kind === 'malformed') return;
      messages += 1;
      // What has been taken is plain JSON: written and read again it is the same message.
      expect(decodeGuestMessage(JSON.stringify(decoded.message))).toEqual(decoded);
    }),
    cases,
  );
  expect(messages).toBeGreaterThan(numRuns / 20);
});

it('lines come out whole however their bytes are cut, up to the first that is over the cap', { timeout }, () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 10 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 32 }),
      (pieces, cuts, cap) => {
        const all = Buffer.concat(pieces.flatMap((piece) => [Buffer.from(piece), Buffer.from('\n')]));
        const splitter = new LineSplitter(cap);
        const heard: string[] = [];
        let overflow = false;
        for (let at = 0, n = 0; at < all.length && !overflow; n += 1) {
          const size = cuts[n % cuts.length] ?? 1;
          splitter.feed(
            all.subarray(at, at + size),
            (one) => heard.push(one),
            () => {
              overflow = true;
            },
          );
          at += size;
        }
        const lines = all.toString('latin1').split('\n').slice(0, -1);
        const tooLong = lines.findIndex((one) => one.length > cap);
        expect(overflow).toBe(tooLong >= 0);
        const whole = tooLong < 0 ? lines : lines.slice(0, tooLong);
        expect(heard).toEqual(whole.map((one) => Buffer.from(one, 'latin1').toString('utf8')));
      },
    ),
    cases,
  );
});

it.each([
  ['nodes that are none', `{"t":"nodes","nodes":[${'{},'.repeat(349_000)}{}]}`],
  ['nodes that are numbers', `{"t":"nodes","nodes":[${'1,'.repeat(520_000)}1]}`],
  ['unknown members', `{${Array.from({ length: 80_000 }, (_, n) => `"k${String(n)}":1`).join(',')}}`],
  ['levels', `{"t":"end","ok":true,"value":${'['.repeat(520_000)}`],
  ['empty arrays', `{"t":"end","ok":true,"value":[${'[],'.repeat(349_000)}[]],"nodes":[],"dropped":0}`],
  ['quotes', `{"t":"end","ok":true,"value":"${'\\"'.repeat(520_000)}`],
  ['backslashes', `{"t":"end","ok":true,"value":"${'\\'.repeat(1_040_000)}`],
  ['a number', `{"t":"end","ok":true,"value":${'9'.repeat(1_040_000)},"nodes":[],"dropped":0}`],
  ['spaces', `{"t":"end",${' '.repeat(1_040_000)}"ok":true,"value":1,"nodes":[],"dropped":0}`],
])('a megabyte of %s is read or refused at once', (_what, some) => {
  const began = cpuMs();
  decodeGuestMessage(some);
  expect(cpuMs() - began).toBeLessThan(SLOW_MS);
});
