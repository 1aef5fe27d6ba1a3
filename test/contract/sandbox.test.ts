import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prepared, RunLimits, RunResult, Sandbox } from '../../src/ports/sandbox.js';
import { openSandbox } from '../../src/sandbox/open-sandbox.js';
import { LEVELS, staysRoot } from '../fixtures/sandbox.js';
import { InputError } from '../../src/task/error.js';
import type { Json } from '../../src/task/json.js';
import { EndRun } from '../../src/trace/end-run.js';
import { bundleOf } from './sandbox-bundle.js';
import { TestHost, limits } from './sandbox-host.js';
import { alive, descendants, guestProcesses } from './sandbox-processes.js';
import { bundleFrom, forge } from './sandbox-script.js';

describe.each(LEVELS)('level %s', (level) => {
  let sandbox: Sandbox;
  const prepared = new Map<string, Prepared>();
  beforeAll(() => {
    sandbox = openSandbox(level);
  });
  afterAll(async () => {
    await sandbox.close();
  });

  const MAIN = "import { s, ToolError, LlmError } from 'espalier/runtime';\n";
  const mainOf = (body: string): string => `${MAIN}export async function main(task: any, rt: any) {\n${body}\n}`;

  async function prepare(source: string): Promise<Prepared> {
    const ready = prepared.get(source) ?? (await sandbox.prepare(bundleOf(source)));
    prepared.set(source, ready);
    return ready;
  }

  interface Options {
    readonly task?: Json;
    readonly seed?: string;
    readonly host?: TestHost;
    readonly limits?: Partial<RunLimits>;
    readonly signal?: AbortSignal;
  }
  async function runSource(source: string, options: Options = {}): Promise<RunResult> {
    const { task = null, seed = 'seed', host = new TestHost(), signal } = options;
    const input = { task, seed, ...(signal === undefined ? {} : { signal }) };
    return sandbox.run(await prepare(source), input, host, limits(options.limits));
  }
  const run = (body: string, options?: Options): Promise<RunResult> => runSource(mainOf(body), options);

  describe('answers', () => {
    it('gives back the answer of a harness that calls tools and the model', async () => {
      const result = await run(
        `const a = await rt.tools.echo({ q: task.q });
       const b = await rt.llm.predict({ instruction: 'go', input: a, output: s.object({ n: s.optional(s.integer()) }) });
       const c = await rt.llm.chat([{ role: 'user', content: 'hi' }]);
       return { a, b, c };`,
        { task: { q: 'ü\\n“x”' } },
      );
      const schema = {
        type: 'object',
        properties: { n: { type: 'integer' } },
        required: [],
        additionalProperties: false,
      };
      expect(result.end).toEqual({ kind: 'answered' });
      expect(result.answer).toEqual({
        a: { q: 'ü\\n“x”' },
        b: { instruction: 'go', input: { q: 'ü\\n“x”' }, output: schema },
        c: { messages: [{ role: 'user', content: 'hi' }] },
      });
    });

    it('throws the errors of failed calls into the harness, as instances of their classes', async () => {
      const result = await run(`
      try { await rt.tools.fail({ why: 1 }); } catch (error) {
        return [error instanceof ToolError, error instanceof LlmError, error instanceof Error, error.name, error.message];
      }`);
      expect(result.answer).toEqual([true, false, true, 'ToolError', 'no: {"why":1}']);
    });

    it.each([
      ['undefined', 'return undefined;', 'main must return the answer, but it returned undefined.'],
      [
        'a function',
        'return { a: [1, { "b c": () => 1 }] };',
        'answer.a[1]["b c"] must be JSON, but it is a function.',
      ],
      ['a BigInt', 'return { n: 1n };', 'answer.n must be JSON, but it is a bigint.'],
      ['NaN', 'return [0 / 0];', 'answer[0] must be JSON, but it is NaN.'],
      [
        'a forgotten await',
        'return { p: rt.tools.echo({}) };',
        'answer.p must be JSON, but it is [object Promise]; is an await missing?',
      ],
      ['a Map', 'return new Map();', 'answer must be JSON, but it is [object Map].'],
    ])('refuses an answer that is no JSON: %s', async (_what, body, message) => {
      expect((await run(body)).end).toMatchObject({ kind: 'guest-error', name: 'TypeError', message });
    });

    it('refuses a cycle and arguments that are no JSON, at the call', async () => {
      expect((await run('const a: any = {}; a.a = a; return a;')).end).toMatchObject({
        kind: 'guest-error',
        message: expect.stringContaining('circular or nested deeper') as unknown,
      });
      const host = new TestHost();
      const body =
        'try { rt.tools.echo({ when: new Date() }); } catch (error) { return [error instanceof TypeError, error.message]; }';
      expect((await run(body, { host })).answer).toEqual([
        true,
        'echo(args).when must be JSON, but it is [object Date].',
      ]);
      expect(host.calls).toEqual([]);
    });

    it('shows harness code no path of this machine in a stack', async () => {
      const { answer } = await run("return new Error('where').stack;");
      expect(answer).toMatch(/harness\.js:\d+/);
      expect(answer).not.toMatch(/file:|node:|\//);
    });

    it('reads own keys alone: __proto__, then, toJSON and patched builtins change nothing', async () => {
      const body = `
      Object.prototype.toJSON = () => 'patched';
      Array.prototype.toJSON = () => 'patched';
      JSON.stringify = () => 'patched'; JSON.parse = () => 'patched';
      try { Promise.prototype.then = function () { return this; }; } catch {}
      Map.prototype.get = Array.prototype.push = () => 'patched';
      const a = await rt.tools.echo({ list: [1], then: 2 });
      return { ...a, toJSON: 3, ['__proto__']: { polluted: true } };`;
      const result = await run(body);
      expect(result.end).toEqual({ kind: 'answered' });
      expect(JSON.stringify(result.answer)).toBe('{"list":[1],"then":2,"toJSON":3,"__proto__":{"polluted":true}}');
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });
  });

  describe('errors of the harness', () => {
    it('names the place in the TypeScript', async () => {
      const source = mainOf(`interface Unused { a: string }\n  const x: any = null;\n  return x.boom;`);
      expect((await runSource(source)).end).toMatchObject({
        kind: 'guest-error',
        name: 'TypeError',
        site: 'main.ts:5:12',
      });
    });

    it('names the call that failed, also when main did not catch', async () => {
      const source = mainOf(`await rt.tools.echo({});\n  await rt.tools.fail({});\n  return 1;`);
      expect((await runSource(source)).end).toMatchObject({
        name: 'ToolError',
        message: 'no: {}',
        site: 'main.ts:4:18',
      });
    });

    it.each([
      ['null', 'throw null;', 'thrown value that is no Error: null'],
      ['a symbol', 'throw Symbol("x");', 'thrown value that is no Error: a symbol'],
      ['a hostile object', 'throw { get message() { throw 1; }, get stack() { throw 2; } };', ''],
    ])('reports %s', async (_what, body, message) => {
      expect((await run(body)).end).toMatchObject({ kind: 'guest-error', name: 'Error', message });
    });

    it('ends on deep recursion as an error of the harness', async () => {
      expect((await run('const f = (n: number): number => f(n + 1) + 1; return f(0);')).end).toMatchObject({
        kind: 'guest-error',
        name: 'RangeError',
      });
    });

    it('ends at once when main waits for nothing, with or without calls before', async () => {
      for (const body of [
        'await new Promise(() => {});',
        'await rt.tools.echo({}); await new Promise(() => {});',
        'await Promise.all([rt.tools.slow({ ms: 20 }), rt.tools.echo({})]); return { then() {} };',
      ]) {
        expect((await run(body)).end).toMatchObject({ kind: 'guest-error', name: 'NeverSettles' });
      }
    });

    it('outlives rejections that nobody awaits', async () => {
      const body =
        'Promise.reject(new Error("u")); (async () => { throw null; })(); await rt.tools.echo({}); return 1;';
      expect((await run(body)).answer).toBe(1);
    });
  });

  describe('limits', () => {
    it.each([
      ['a synchronous loop', 'for (;;) {}'],
      ['a loop after an await', 'await rt.tools.echo({}); for (;;) {}'],
      ['endless microtasks', 'const f = (): any => Promise.resolve().then(f); await f();'],
      ['a slow regular expression', 'return /^(a+)+$/.test("a".repeat(40) + "b");'],
      ['a hostile getter on a thrown value', 'throw { get message() { for (;;) {} } };'],
    ])('kills %s at the deadline', async (_what, body) => {
      const result = await run(body, { limits: { wallMs: 400 } });
      expect(result.end).toMatchObject({ kind: 'limit', limit: 'wallMs' });
      expect(result.wallMs).toBeLessThan(1_500);
    });

    it.each([
      ['a stretch', 'for (;;) {}', { computeBetweenCallsMs: 300 }, 'computeBetweenCallsMs', '300 ms at a stretch'],
      [
        'a run',
        'for (;;) { await rt.tools.echo({}); for (let i = 0; i < 300_000; i += 1) Math.sqrt(i); }',
        { computeMs: 300, calls: 1_000_000 },
        'computeMs',
        '300 ms in all',
      ],
    ])('kills what computes too long in %s', async (_what, body, over, limit, says) => {
      const result = await run(body, { limits: { wallMs: 20_000, ...over } });
      expect(result.end).toMatchObject({
        kind: 'limit',
        limit,
        message: expect.stringContaining(`${says} (limits.${limit})`) as unknown,
      });
      expect(result.wallMs).toBeLessThan(8_000);
    });

    it('does not count the time that a call takes as compute of the harness', async () => {
      const { answer } = await run('await rt.tools.slow({ ms: 700 }); return 1;', {
        limits: { computeBetweenCallsMs: 500, computeMs: 500 },
      });
      expect(answer).toBe(1);
    });

    it('names the heap when it is full', async () => {
      const body = 'const a: any[] = []; for (;;) a.push(new Array(1e5).fill({ x: 1 }));';
      const result = await run(body, { limits: { wallMs: 20_000 } });
      expect(result.end).toMatchObject({ kind: 'limit', limit: 'heapMb' });
    });

    it.runIf(process.platform === 'linux')('bounds memory outside the heap', async () => {
      const body = `const kept: any[] = []; try { for (;;) kept.push(new Uint8Array(1 << 25).fill(1)); } catch (error) { return [error.name, kept.length < 16]; }`;
      const { end, answer } = await run(body, { limits: { wallMs: 10_000 } });
      // The harness meets the bound, or the engine itself does in an allocation of its own.
      expect([
        ['answered', 'RangeError', true],
        // QuickJS has a class of its own for it. The linker's catch clauses do not let it pass; this script has none.
        ...(level === 'portable' ? [['answered', 'InternalError', true]] : []),
        ['limit', 'heapMb'],
      ]).toContainEqual(
        end.kind === 'limit' ? [end.kind, end.limit] : [end.kind, ...(Array.isArray(answer) ? answer : [])],
      );
    });

    it('caps the answer and every message', async () => {
      expect((await run('return "z".repeat(300_000);')).end).toMatchObject({ kind: 'limit', limit: 'resultBytes' });
      expect((await run('return "z".repeat(8_000_000);')).end).toMatchObject({ kind: 'limit', limit: 'resultBytes' });
      const flood = await run('await rt.tools.echo("z".repeat(8_000_000));');
      expect(flood.end).toMatchObject({ kind: 'limit', limit: 'messageBytes' });
      const host = new TestHost();
      host.call = async () => ({ ok: true, value: 'z'.repeat(2_000_000) });
      expect((await run('await rt.tools.echo({});', { host })).end).toMatchObject({
        kind: 'limit',
        limit: 'messageBytes',
      });
    });

    it('caps calls and calls in flight', async () => {
      const host = new TestHost();
      const flood = await run('for (;;) await rt.tools.echo({});', { host, limits: { calls: 30 } });
      expect(flood.end).toMatchObject({ kind: 'limit', limit: 'calls' });
      expect(host.calls).toHaveLength(30);
      const wide = await run('await Promise.all(Array.from({ length: 9 }, () => rt.tools.slow({ ms: 50 })));', {
        limits: { concurrentCalls: 8 },
      });
      expect(wide.end).toMatchObject({ kind: 'limit', limit: 'concurrentCalls' });
    });

    it('ends the run as the host says, and rejects when the host breaks its contract', async () => {
      const ended = new TestHost();
      ended.call = async () => {
        throw new EndRun({ kind: 'missing', message: 'endpoint down' });
      };
      expect((await run('await rt.tools.echo({});', { host: ended })).end).toEqual({
        kind: 'missing',
        message: 'endpoint down',
      });
      const broken = new TestHost();
      broken.call = () => {
        throw new RangeError('ours');
      };
      await expect(run('await rt.tools.echo({});', { host: broken })).rejects.toThrow('ours');
    });

    it('stops at an abort with the reason of the signal', async () => {
      const stop = new AbortController();
      setTimeout(() => {
        stop.abort(new Error('enough'));
      }, 100);
      await expect(run('for (;;) {}', { signal: stop.signal })).rejects.toThrow('enough');
      await expect(run('return 1;', { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
    });
  });

  describe('the trace', () => {
    it('comes in order, before the call that it came with', async () => {
      const host = new TestHost();
      await run('rt.note("n", { a: 1 }); console.log("x", [2]); await rt.tools.echo({ q: 1 }); return 1;', { host });
      expect(host.seen).toEqual(['nodes 1,2,3', 'call echo']);
      expect(host.nodes).toEqual([
        { id: 1, parent: 0, kind: 'note', name: 'note', detail: 'n {"a":1}' },
        { id: 2, parent: 0, kind: 'note', name: 'note', detail: 'x [2]' },
        { id: 3, parent: 0, kind: 'tool', name: 'echo', detail: '{"q":1}' },
      ]);
      expect(host.calls).toEqual([{ id: 1, node: 3, kind: 'tool', name: 'echo', args: { q: 1 } }]);
    });

    it('is kept when the run is killed', async () => {
      const host = new TestHost();
      await run('await rt.tools.echo({}); rt.note("late"); await rt.tools.echo({}); for (;;) {}', {
        host,
        limits: { wallMs: 400 },
      });
      expect(host.nodes.map((node) => node.kind)).toEqual(['tool', 'note', 'tool']);
    });

    it('puts at most 200 lines of console into it', async () => {
      const host = new TestHost();
      await run('for (let i = 0; i < 500; i += 1) console.error(i); return 1;', { host });
      expect(host.nodes).toHaveLength(200);
    });
  });

  describe('determinism', () => {
    it('delivers replies in the order of the calls', async () => {
      const body = `
      const order: number[] = [];
      await Promise.all([60, 1, 30].map((ms) => rt.tools.slow({ ms }).then(() => { order.push(ms); })));
      return order;`;
      expect((await run(body)).answer).toEqual([60, 1, 30]);
    });

    it('gives equal clock and randomness for equal seeds, others for others', async () => {
      const body = `
      const a = [Math.random(), Date.now(), new Date().toISOString(), Math.random()];
      await rt.tools.slow({ ms: 15 });
      return [...a, Date.now(), Date().slice(0, 24), new Date(5).getTime(), new Date() instanceof Date,
        typeof (globalThis as any).Intl, new Date().getTimezoneOffset()];`;
      const first = await run(body, { seed: 'one' });
      const values = first.answer as unknown[]; // an array by its own source
      expect(values.slice(1, 3)).toEqual([946684800000, '2000-01-01T00:00:00.001Z']);
      expect(values.slice(4)).toEqual([946684800003, 'Sat Jan 01 2000 00:00:00', 5, true, 'undefined', 0]);
      expect((await run(body, { seed: 'one' })).answer).toEqual(values);
      expect(((await run(body, { seed: 'two' })).answer as unknown[])[0]).not.toBe(values[0]); // likewise
    });

    it('starts every run in a fresh realm and with fresh module state, in one child', async () => {
      const source = `let count = 0;\nexport async function main(task: any, rt: any) {
      const before = [count, (Array.prototype as any).mark, (globalThis as any).mark];
      count += 1; (Array.prototype as any).mark = 1; (globalThis as any).mark = 2;
      for (let i = 0; i < 3; i += 1) void rt.tools.slow({ ms: 1 });
      return before.map((value) => value ?? null);
    }`;
      await runSource(source);
      const children = guestProcesses();
      for (let index = 0; index < 5; index += 1) {
        expect((await runSource(source)).answer).toEqual([0, null, null]);
      }
      expect(guestProcesses()).toEqual(children);
    });

    it.each([
      ['endless microtasks', 'const f = (): any => Promise.resolve().then(f); f();'],
      [
        'a loop after its answer',
        'let n = 0; const f = (): any => Promise.resolve().then(() => { if (n++ > 9) for (;;) {} f(); }); f();',
      ],
      ['calls in flight', 'void (async () => { for (;;) await rt.tools.slow({ ms: 1 }); })();'],
    ])('never gives a child that is still busy to the next run: %s', async (_what, left) => {
      const source = mainOf(`if (task === 'leave') { ${left} } return 'ok';`);
      expect((await runSource(source, { task: 'leave' })).answer).toBe('ok');
      const host = new TestHost();
      expect((await runSource(source, { task: 'stay', host, limits: { wallMs: 1_000 } })).answer).toBe('ok');
      expect(host.calls).toEqual([]);
    });
  });

  describe('what harness code can reach', () => {
    it('has no way to the machine', async () => {
      process.env['SANDBOX_SECRET'] = 'secret';
      const names = [
        'process',
        'require',
        'module',
        'fetch',
        'Buffer',
        'setTimeout',
        'queueMicrotask',
        'performance',
        'WebAssembly',
        'SharedArrayBuffer',
        'Atomics',
        'WeakRef',
        'FinalizationRegistry',
        'VMError',
        '__espalier_send',
      ];
      const body = `
      const found = ${JSON.stringify(names)}.filter((name) => typeof (globalThis as any)[name] !== 'undefined');
      const ways: any[] = [
        () => (rt.tools.echo as any).constructor('return process')(),
        () => (globalThis as any).constructor.constructor('return process')(),
        () => eval('1'),
      ];
      const opened = ways.filter((way) => { try { return way() !== undefined; } catch { return false; } }).length;
      let imported = false;
      try { await new Promise((r, j) => { try { r(Function('return import("node:fs")')()); } catch (e) { j(e); } }); imported = true; } catch {}
      return { found, opened, imported };`;
      expect((await run(body)).answer).toEqual({ found: [], opened: 0, imported: false });
      delete process.env['SANDBOX_SECRET'];
    });

    it('cannot import', async () => {
      // A number that the prelude does not have.
      const bundle = bundleOf(mainOf('return 271828;'));
      const script = bundle.script.replace('return 271828;', "return Object.keys(await import('node:fs'));");
      expect(script).not.toBe(bundle.script);
      const ready = await sandbox.prepare({ ...bundle, script });
      const result = await sandbox.run(ready, { task: null, seed: '' }, new TestHost(), limits());
      expect(result.end.kind).toBe('guest-error');
      expect(result.answer).toBeUndefined();
    });
  });

  describe('a script that does not keep the protocol', () => {
    it.each([
      ['no JSON', "send('nonsense')"],
      ['an unknown message', `send('{"t":"exit"}')`],
      ['a line break', `send('{"t":"nodes",\\n"nodes":[]}')`],
      ['no text', 'send({})'],
      ['an empty delta', `send('{"t":"nodes","nodes":[]}')`],
      [
        'nodes that do not rise',
        `send('{"t":"nodes","nodes":[{"id":2,"parent":0,"kind":"note","name":"a"},{"id":2,"parent":0,"kind":"note","name":"a"}]}')`,
      ],
      ['a parent after its child', `send('{"t":"nodes","nodes":[{"id":2,"parent":2,"kind":"note","name":"a"}]}')`],
      ['a call out of turn', `send('{"t":"call","id":2,"node":1,"kind":"tool","name":"echo","args":{},"nodes":[]}')`],
      ['a kind that is none', `send('{"t":"call","id":1,"node":1,"kind":"host","name":"echo","args":{},"nodes":[]}')`],
      [
        'deep arguments',
        `send('{"t":"call","id":1,"node":1,"kind":"tool","name":"echo","args":' + '['.repeat(1e5) + ']'.repeat(1e5) + ',"nodes":[]}')`,
      ],
      ['a throw', 'throw new Error("own")'],
    ])('ends as a crash: %s', async (_what, start) => {
      const ready = await sandbox.prepare(bundleFrom(forge(start)));
      const host = new TestHost();
      const result = await sandbox.run(ready, { task: null, seed: '' }, host, limits());
      expect(result.end.kind).toBe('crash');
      expect(host.calls).toEqual([]);
      await ready.close();
    });

    it('is refused when it does not load', async () => {
      await expect(sandbox.prepare(bundleFrom('this is no script'))).rejects.toThrow(InputError);
      await expect(sandbox.prepare(bundleFrom('throw new Error("early")'))).rejects.toThrow('early');
    });

    it('sends nothing after the end', async () => {
      const end = `send('{"t":"end","ok":true,"value":1,"nodes":[],"dropped":0}');`;
      const call = `send('{"t":"call","id":1,"node":1,"kind":"tool","name":"echo","args":{},"nodes":[]}');`;
      const ready = await sandbox.prepare(bundleFrom(forge(end + call)));
      const host = new TestHost();
      expect((await sandbox.run(ready, { task: null, seed: '' }, host, limits())).answer).toBe(1);
      expect((await sandbox.run(ready, { task: null, seed: '' }, host, limits())).answer).toBe(1);
      expect(host.calls).toEqual([]);
    });
  });

  describe.runIf(process.platform === 'linux')('processes', () => {
    it('name a crash when one dies', async () => {
      const host = new TestHost();
      const running = run('await rt.tools.slow({ ms: 2_000 }); return "never";', { host });
      while (host.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const pid of guestProcesses()) process.kill(pid, 'SIGKILL');
      expect((await running).end).toMatchObject({
        kind: 'crash',
        message: expect.stringContaining('SIGKILL') as unknown,
      });
    });

    it.runIf(process.geteuid?.() === 0)('are not root on the machine, though their host is', async (context) => {
      const why = staysRoot(level);
      context.skip(why !== undefined, `guests stay root here: ${why ?? ''}`);
      const host = new TestHost();
      const running = run('await rt.tools.slow({ ms: 500 }); return "done";', { host });
      while (host.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      const ids = guestProcesses().flatMap((pid) => [pid, ...descendants(pid)]);
      expect(ids.length).toBeGreaterThanOrEqual(level === 'full' ? 2 : 1);
      for (const pid of ids) {
        // Read from outside of every namespace: real, effective, saved and file-system id of user and group; rights.
        const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
        expect(status).toMatch(/^Uid:(?:\t65534){4}$/m);
        expect(status).toMatch(/^Gid:(?:\t65534){4}$/m);
        expect(status).toMatch(/^Groups:\s*$/m);
        expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      }
      expect((await running).answer).toBe('done');
    });

    it('are kept idle only as many as there are cores', async () => {
      const source = mainOf('await rt.tools.slow({ ms: 300 }); return "idle";');
      const own = await prepare(source);
      await Promise.all(Array.from({ length: availableParallelism() + 2 }, () => runSource(source)));
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const before = guestProcesses().length;
      await own.close();
      prepared.delete(source);
      expect(before - guestProcesses().length).toBe(availableParallelism());
    });

    it('are gone after close', async () => {
      const own = openSandbox(level);
      const before = guestProcesses();
      const ready = await own.prepare(bundleOf(mainOf('for (;;) {}')));
      const running = own.run(ready, { task: null, seed: '' }, new TestHost(), limits());
      await new Promise((resolve) => setTimeout(resolve, 200));
      await own.close();
      expect((await running).end.kind).toBe('crash');
      expect(guestProcesses().filter((id) => !before.includes(id))).toEqual([]);
      await expect(own.prepare(bundleOf(mainOf('return 1;')))).rejects.toThrow('closed');
    });

    it('have no file open that whoever started their host left open to it', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'espalier-secret-'));
      const secret = join(folder, 'secret');
      writeFileSync(secret, 'TOP SECRET', { mode: 0o644 });
      const file = openSync(secret, 'r');
      const script = fileURLToPath(new URL('./sandbox-open-files.ts', import.meta.url));
      const host = spawn(process.execPath, ['--import', 'jiti/register', script, level], {
        stdio: ['ignore', 'pipe', 'inherit', file, ...Array.from({ length: 59 }, () => 'ignore' as const), file],
      });
      let said = '';
      host.stdio[1]?.on('data', (text: Buffer) => (said += String(text)));
      await new Promise((resolve) => host.on('close', resolve));
      closeSync(file);
      rmSync(folder, { recursive: true });
      expect(JSON.parse(said)).toMatchObject({
        end: { kind: 'answered' },
        answer: [],
        probe: { kind: 'tried', reached: { inherit: false } },
      });
    });

    it('die with a host that is killed, even in a synchronous loop', async () => {
      const script = fileURLToPath(new URL('./sandbox-killed-host.ts', import.meta.url));
      const temporary = mkdtempSync(join(tmpdir(), 'espalier-killed-'));
      const host = spawn(process.execPath, ['--import', 'jiti/register', script, level], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, TMPDIR: temporary },
      });
      const pid = await new Promise<number>((resolve) => {
        host.stdout.once('data', (text: Buffer) => {
          resolve(Number(String(text)));
        });
      });
      expect(guestProcesses(host.pid)).toEqual([pid]);
      const family = descendants(host.pid ?? 0);
      expect(family).toContain(pid);
      host.kill('SIGKILL');
      for (let tries = 0; tries < 50 && family.some(alive); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(family.filter(alive)).toEqual([]);
      rmSync(temporary, { recursive: true });
    });
  });
});
