/** Harness bodies whose runs must be the same in every engine: `name → statements of main(task, rt)`. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'tools, model and notes': `
    const a = await rt.tools.echo({ q: task });
    const b = await Promise.all([rt.tools.echo({ n: 1 }), rt.tools.slow({ ms: 5 }), rt.llm.chat([{ role: 'user', content: 'hi' }])]);
    rt.note('between', { a });
    const c = await rt.llm.predict({ instruction: 'go', input: a, output: s.object({ n: s.optional(s.integer()) }) });
    console.log('seen', [1, { two: 2 }]);
    return { a, b, c };`,
  'what a comparator is asked': `
    const asked: unknown[] = [];
    const by = (a: any, b: any) => { asked.push([a, b]); return (a?.k ?? a) - (b?.k ?? b); };
    function named(a: any, b: any) { return b - a; }
    const long = Array.from({ length: 150 }, (_, at) => ({ k: (at * 7919) % 31 + (at % 50), at }));
    const frozen = (() => { try { return Object.freeze([2, 1] as any).sort(by); } catch (e: any) { return e.message; } })();
    const thrown = [3, 1, 2];
    try { thrown.sort(() => { throw new Error('own'); }); } catch (e: any) { asked.push(e.message); }
    return { some: [3, 1, undefined, 2].sort(by).map((one) => one ?? null), long: long.sort(by).map((one) => one.at), nan: [2, 1, 3].sort(() => NaN),
      copy: [5, 4, 9, 1].toSorted(named), names: [1, 2, 3].sort(named), frozen, thrown, asked, length: [].sort.length, plain: [10, 9, 1].sort() };`,
  'failed calls': `
    const out: unknown[] = [];
    try { await rt.tools.fail({ why: 1 }); } catch (e: any) { out.push(e instanceof ToolError, e.name, e.message); }
    const settled = await Promise.allSettled([rt.tools.fail({}), rt.tools.echo({}), Promise.reject(new RangeError('own'))]);
    return { out, settled: settled.map((one: any) => one.status === 'fulfilled' ? one.value : [one.reason.name, one.reason.message]) };`,
  'order of microtasks': `
    const seen: string[] = [];
    const say = (text: string) => { seen.push(text); };
    const a = (async () => { say('a1'); await null; say('a2'); await rt.tools.echo({}); say('a3'); })();
    const b = Promise.resolve().then(() => say('b1')).then(() => say('b2')).finally(() => say('b3'));
    const c = (async () => { for await (const x of (async function* () { yield 1; yield Promise.resolve(2); })()) say('c' + x); })();
    const d = Promise.race([new Promise((go) => go(1)), Promise.reject(new Error('no'))]).then(() => say('d'));
    const e = Promise.any([Promise.reject(new Error('x')), Promise.resolve(3)]).then((x) => say('e' + x));
    const f = { then(go: (x: number) => void) { say('then'); go(4); } };
    say('f' + (await f));
    await Promise.all([a, b, c, d, e]);
    return seen;`,
  'clock and randomness': `
    const first = Date.now();
    return [first, new Date().toISOString(), Math.random(), Math.random(), Date.now() - first, new Date(0).getTimezoneOffset(),
      String(new Date(2020, 5, 1)), Date.parse('2020-02-30'), Date.parse('2020-01-01T10:00:00'), new Date(NaN).getTime() !== 0,
      new Date(86_400_000 * 400).toLocaleString(), new Date(0).toLocaleDateString(), new Date(0).toLocaleTimeString()];`,
  sorting: `
    const words = ['b', 'a', 'ä', 'B', 'Ä', 'é', 'e', 'É', '10', '9', '_x', 'z', ' ', '-', 'Zebra', 'zebra', 'co-op', 'coop', 'naïve', 'naive'];
    const pairs = Array.from({ length: 300 }, (_x, i) => ({ k: (i * 7919) % 13, i }));
    return [words.toSorted(), words.toSorted((a, b) => a.localeCompare(b)), pairs.sort((a, b) => a.k - b.k).map((p) => p.i),
      [3, 1, undefined, 2].sort().map(String), [10, 9, 1].sort(), Object.keys({ b: 1, 2: 1, a: 1, 1: 1 })];`,
  'regular expressions and Unicode': `
    const m = /(?<year>\\d{4})-(?<month>\\d\\d)/du.exec('on 2020-05-01');
    return [m?.groups?.['year'], m?.index, 'aBc'.replace(/(?<=a)B/i, (x) => '<' + x + '>'), [...'a1b22'.matchAll(/\\d+/g)].map((x) => [x[0], x.index]),
      'ﬃ'.normalize('NFKC'), 'ß'.toUpperCase(), 'İ'.toLowerCase(), '😀é'.length, [...'😀é'].length, /\\p{Lu}/u.test('É'), 'a\\u0301'.normalize(),
      'x,y;z'.split(/([,;])/), 'aaa'.lastIndexOf('a', 1), 'abc'.at(-1), 'a-b'.replaceAll('-', '$&$&'), /^.$/s.test('\\n'), /a.c/y.test('abc'),
      'é'.localeCompare('f'), '\\ud800'.isWellFormed?.() ?? 'none', encodeURIComponent('ü/?'), escape('ü'), JSON.stringify('\\ud800')];`,
  numbers: `
    return [0.1 + 0.2, 1e21, 1e-7, (25).toString(36), (0.000001234).toString(), (1.005).toFixed(2), (123.456).toPrecision(4), (1e21).toLocaleString(),
      (1234567.891).toLocaleString(), (-0.5).toLocaleString(), Number('0x1f'), parseInt('08'), Math.hypot(3, 4), Math.fround(5.5), 2 ** 53 + 1, (12n ** 20n).toString(),
      BigInt.asUintN(8, 257n).toString(), Math.round(-0.5) === 0, Math.max(), Math.cbrt(27), Math.trunc(-4.7), Number.MAX_SAFE_INTEGER].map((x) => typeof x === 'number' && !Number.isFinite(x) ? String(x) : x);`,
  'classes and generators': `
    class Box<T> { #items: T[] = []; static made = 0; constructor(first: T) { this.#items.push(first); Box.made += 1; }
      get size() { return this.#items.length; } *[Symbol.iterator]() { yield* this.#items; } static of<T>(x: T) { return new Box(x); } has(o: object) { return #items in o; } }
    class Sub extends Box<number> { constructor() { super(7); } override get size() { return super.size + 1; } }
    const out: unknown[] = [[...Box.of('x')], new Sub().size, Box.made, new Sub().has({}), String(Box.name)];
    function* walk(n: number): Generator<number, string, string> { const got = yield n; if (n > 0) yield* walk(n - 1); return got; }
    const it = walk(2); out.push(it.next(), it.next('in'), [...it]);
    const err = new Error('outer', { cause: new TypeError('inner') }); out.push((err.cause as Error).message);
    label: for (const a of [1, 2, 3]) { for (const b of [1, 2]) { if (b === 2) continue label; out.push(a * b); } }
    return out;`,
  collections: `
    const m = new Map<unknown, number>([[NaN, 1], ['a', 2]]); const set = new Set([3, 1, 3]);
    return [m.get(NaN), [...m.keys()].map(String), [...set], [1, [2, [3]]].flat(Infinity), [3, 1, 2].toSorted(), [1, 2, 3].with(1, 9), [1, 2, 3].toSpliced(0, 1),
      [1, 2, 3].findLast((x) => x < 3), Object.fromEntries(m), Object.entries({ a: 1 }), Array.from('abc', (x) => x + x), new Uint8Array([1, 300])[1],
      structured(), typeof (globalThis as any).Intl, typeof (Object as any).groupBy, typeof (Array as any).fromAsync, typeof (globalThis as any).WeakRef];
    function structured() { return typeof (globalThis as any).structuredClone; }`,
  'previews of odd values': `
    show(new Map([[1, { a: [1, 2] }]])); show(new Set('abc')); show(new Date(0)); show(/x/gi); show(Symbol('s')); show(12n); show(-0); show(() => 1);
    show(new (class Named { x = 1; get y() { return 2; } })()); show(Promise.resolve(1)); show(new Uint8Array(4)); show([, 1]); show(Object.create(null)); show(new RangeError('r'));
    const loop: any = { a: 1 }; loop.self = loop; show(loop); show('x'.repeat(900)); show(Array.from({ length: 50 }, (_y, i) => ({ i })));
    function show(value: unknown) { return typeof value; }
    return null;`,
};
