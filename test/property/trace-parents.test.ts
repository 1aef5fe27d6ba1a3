import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgesOf, Recording, traced, type Entry } from '../unit/editor/instrumented-program.js';

/** Programs and the edges between functions that their trace must hold; anonymous functions count as their owner. */
interface Programs {
  readonly source: readonly string[];
  readonly entries: Readonly<
    Record<string, { readonly call: string; readonly edges: Readonly<Record<string, number>> }>
  >;
}

const PROGRAMS: Programs = {
  source: [
    'function end(x) { return x * 2 }',
    'async function work(x) { await sleep(x % 4); end(x); await sleep(1); return end(x) }',
    'async function all() { const r = await Promise.all([3, 1, 2].map((x) => work(x))); end(0); return r }',
    'async function allAnonymous() { return Promise.all([3, 1, 2].map(async (x) => { await sleep(x); end(x); await sleep(1); return end(x) })) }',
    'async function allByName() { return Promise.all([3, 1].map(work)) }',
    'async function started() { const p = work(2); end(0); const q = agen()[Symbol.asyncIterator]().next(); end(1); await q; await p; return end(2) }',
    'function callbacks() { return [3, 1, 2].map(end).sort((a, b) => end(a) - end(b)).filter((x) => end(x)) }',
    'function depth(n) { return n === 0 ? end(0) : depth(n - 1) + 1 }',
    'async function adepth(n) { await sleep(n % 2); if (n > 0) await adepth(n - 1); return end(n) }',
    'function fails() { end(1); throw new Error("no") }',
    'function recovers() { try { fails() } catch { end(1) } finally { end(2) } return end(3) }',
    'async function afails() { await sleep(2); end(0); throw new Error("later") }',
    'async function arecovers() { for (let i = 0; i < 2; i++) { try { await afails() } catch { end(1); await sleep(1); end(1) } finally { end(2); await sleep(1); end(2) } } return end(3) }',
    'async function settled() { const r = await Promise.allSettled([afails(), work(1), afails()]); end(0); return r.length }',
    'function* gen(n) { try { for (let i = 0; i < n; i++) { const got = yield end(i); if (got) end(got) } } finally { end(-1) } }',
    'function* twice() { yield* gen(1); end(5); yield* gen(1) }',
    'function useGen() { const it = gen(3); it.next(); it.next(7); stop(it); for (const v of twice()) end(v); return [...gen(1)].map((x) => end(x)) }',
    'function stop(it) { end(9); it.return(); end(9) }',
    'function zip() { const a = gen(2), b = gen(2); for (const x of a) { b.next(); end(x) } }',
    'async function* agen() { try { await sleep(1); yield end(1); await sleep(1); yield end(2) } finally { await sleep(1); end(3) } }',
    'async function* outer() { yield* agen(); end(4); for await (const v of agen()) yield end(v) }',
    'async function useAgen() { for await (const v of outer()) { end(v); await sleep(1); end(v) } end(8); outerLoop: for (const i of [1, 2]) { for await (const v of agen()) { if (end(v)) continue outerLoop } } return end(9) }',
    'async function overSync() { for await (const v of [sleep(2), 1, work(1)]) { end(v) } return end(0) }',
    'class Base { constructor(x) { this.x = end(x) } static make(x) { return new this(x) } get got() { return end(this.x) } set got(v) { this.x = end(v) } #own() { return end(1) } own() { return this.#own() } }',
    'class Derived extends Base { extra = end(5); arrow = (y) => end(y); constructor(x) { end(0); super(x); end(1) } own() { return super.own() + end(2) } async later() { await sleep(1); return this.own() } *each() { yield end(this.x) } }',
    'async function classes() { const d = Derived.make(1); d.got = d.got + 1; d.arrow(2); const { arrow } = d; arrow(3); await Promise.all([d.later(), sleep(1).then(() => end(7))]); for (const v of d.each()) end(v); return d.own() }',
    'async function patterns() { for await (const { a = end(1), f = () => end(2) } of [sleep(1).then(() => ({}))]) { f(); end(a) } return end(3) }',
    'function maker() { const inner = (y) => end(y); function named(z) { return inner(z) } return { inner, named, both(y) { return inner(y) + named(y) } } }',
    'async function closures() { const m = maker(); m.inner(1); await sleep(1); m.named(2); await sleep(1); return m.both(3) }',
    'async function thens() { await sleep(1).then(end).then((v) => end(1)).catch(end).finally(end); await afails().catch(function named(e) { return end(1) }); return afails().then(undefined, end) }',
    'async function timers() { const a = new Promise((r) => setTimeout(() => r(end(5)), 2)); const b = new Promise((r) => setTimeout(r, 1)).then(end); await a; await b; return end(1) }',
    'async function iife() { await (async () => { await sleep(1); end(1) })(); (() => end(2))(); return (function* () { yield end(3) })().next().value }',
    'function defaults(x = end(1), f = () => end(2)) { return f() + x }',
    'async function useDefaults() { await sleep(1); return defaults() }',
    'async function nested() { const [a] = await Promise.all([all(), arecovers(), useAgen(), classes(), closures()]); return end(a.length) }',
    'async function race() { const all = [work(3), work(1)]; const r = await Promise.race(all); end(0); await Promise.all(all); return r }',
  ],
  entries: {
    all: { call: 'all()', edges: { 'root>all': 1, 'all>work': 3, 'work>end': 6, 'all>end': 1 } },
    allAnonymous: { call: 'allAnonymous()', edges: { 'root>allAnonymous': 1, 'allAnonymous>end': 6 } },
    allByName: { call: 'allByName()', edges: { 'root>allByName': 1, 'allByName>work': 2, 'work>end': 4 } },
    started: {
      call: 'started()',
      edges: {
        'root>started': 1,
        'started>work': 1,
        'started>agen': 1,
        'started>end': 3,
        'work>end': 2,
        'agen>end': 1,
      },
    },
    depth: { call: 'depth(4)', edges: { 'root>depth': 1, 'depth>depth': 4, 'depth>end': 1 } },
    adepth: { call: 'adepth(3)', edges: { 'root>adepth': 1, 'adepth>adepth': 3, 'adepth>end': 4 } },
    recovers: {
      call: 'recovers()',
      edges: { 'root>recovers': 1, 'recovers>fails': 1, 'fails>end': 1, 'recovers>end': 3 },
    },
    arecovers: {
      call: 'arecovers()',
      edges: { 'root>arecovers': 1, 'arecovers>afails': 2, 'afails>end': 2, 'arecovers>end': 9 },
    },
    settled: {
      call: 'settled()',
      edges: {
        'root>settled': 1,
        'settled>afails': 2,
        'settled>work': 1,
        'afails>end': 2,
        'work>end': 2,
        'settled>end': 1,
      },
    },
    useGen: {
      call: 'useGen()',
      edges: {
        'root>useGen': 1,
        'useGen>gen': 2,
        'useGen>stop': 1,
        'useGen>twice': 1,
        'twice>gen': 2,
        'gen>end': 10,
        'stop>end': 2,
        'twice>end': 1,
        'useGen>end': 3,
      },
    },
    zip: { call: 'zip()', edges: { 'root>zip': 1, 'zip>gen': 2, 'gen>end': 5, 'zip>end': 2 } },
    useAgen: {
      call: 'useAgen()',
      edges: {
        'root>useAgen': 1,
        'useAgen>outer': 1,
        'outer>agen': 2,
        'useAgen>agen': 2,
        'agen>end': 10,
        'outer>end': 3,
        'useAgen>end': 12,
      },
    },
    overSync: {
      call: 'overSync()',
      edges: { 'root>overSync': 1, 'overSync>work': 1, 'work>end': 2, 'overSync>end': 4 },
    },
    classes: {
      call: 'classes()',
      edges: {
        'root>classes': 1,
        'classes>Base.make': 1,
        'Base.make>Derived.constructor': 1,
        'Derived.constructor>end': 3,
        'Derived.constructor>Base.constructor': 1,
        'Base.constructor>end': 1,
        'classes>Base.got': 2,
        'Base.got>end': 2,
        'classes>Derived.arrow': 2,
        'Derived.arrow>end': 2,
        'classes>Derived.later': 1,
        'Derived.later>Derived.own': 1,
        'classes>Derived.own': 1,
        'Derived.own>Base.own': 2,
        'Base.own>Base.#own': 2,
        'Base.#own>end': 2,
        'Derived.own>end': 2,
        'classes>end': 2,
        'classes>Derived.each': 1,
        'Derived.each>end': 1,
      },
    },
    closures: {
      call: 'closures()',
      edges: {
        'root>closures': 1,
        'closures>maker': 1,
        'closures>inner': 1,
        'closures>named': 1,
        'closures>both': 1,
        'both>inner': 1,
        'both>named': 1,
        'named>inner': 2,
        'inner>end': 4,
      },
    },
    thens: {
      call: 'thens()',
      edges: { 'root>thens': 1, 'thens>end': 4, 'thens>afails': 2, 'afails>end': 2, 'thens>named': 1, 'named>end': 1 },
    },
    timers: { call: 'timers()', edges: { 'root>timers': 1, 'timers>end': 3 } },
    iife: { call: 'iife()', edges: { 'root>iife': 1, 'iife>end': 3 } },
    patterns: { call: 'patterns()', edges: { 'root>patterns': 1, 'patterns>end': 4 } },
    useDefaults: {
      call: 'useDefaults()',
      edges: { 'root>useDefaults': 1, 'useDefaults>end': 1, 'useDefaults>defaults': 1, 'defaults>end': 1 },
    },
    race: { call: 'race()', edges: { 'root>race': 1, 'race>work': 2, 'work>end': 4, 'race>end': 1 } },
  },
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function moduleOf(
  programs: Programs,
  recording: Recording,
  wait: (ms: number) => Promise<void>,
): Readonly<Record<string, Entry>> {
  const entries = Object.entries(programs.entries).map(
    ([name, { call }]) => `export function run_${name}() { return ${call} }`,
  );
  return traced([...programs.source, ...entries].join('\n'), recording.recorder, { sleep: wait });
}

/** The edges of one call: those below the wrapper that made it. */
async function call(module: Readonly<Record<string, Entry>>, name: string): Promise<void> {
  await module[`run_${name}`]?.();
}

/** Without the wrappers, whose calls are the runner's. */
function edgesBelowRoot(recording: Recording): Record<string, number> {
  const wrappers = new Set(recording.nodes.filter((node) => node.name.startsWith('run_')).map((node) => node.id));
  const nodes = recording.nodes.filter((node) => !wrappers.has(node.id));
  return edgesOf(nodes.map((node) => (wrappers.has(node.parent) ? { ...node, parent: 0 } : node)));
}

function sum(parts: readonly Readonly<Record<string, number>>[], times: number): Record<string, number> {
  const total: Record<string, number> = {};
  for (const part of parts) for (const [edge, n] of Object.entries(part)) total[edge] = (total[edge] ?? 0) + n * times;
  return total;
}

function holds(title: string, programs: Programs): void {
  const names = Object.keys(programs.entries);
  describe(title, () => {
    it.each(names)('%s alone', async (name) => {
      const recording = new Recording();
      await call(moduleOf(programs, recording, sleep), name);
      expect(edgesBelowRoot(recording)).toEqual(programs.entries[name]?.edges);
    });

    it('all of them, five times over, at once, one trace each', async () => {
      const runs = [1, 2, 3, 4, 5].flatMap(() => names.map((name) => ({ name, recording: new Recording() })));
      await Promise.all(runs.map(({ name, recording }) => call(moduleOf(programs, recording, sleep), name)));
      for (const { name, recording } of runs) {
        expect(edgesBelowRoot(recording), name).toEqual(programs.entries[name]?.edges);
      }
    });

    it('all of them, five times over, at once, into one trace', async () => {
      const recording = new Recording();
      const module = moduleOf(programs, recording, sleep);
      await Promise.all([1, 2, 3, 4, 5].flatMap(() => names.map((name) => call(module, name))));
      const edges = Object.values(programs.entries).map((entry) => entry.edges);
      expect(edgesBelowRoot(recording)).toEqual(sum(edges, 5));
    });

    it('under any interleaving', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 8 }),
          fc.array(fc.nat(3), { minLength: 1, maxLength: 20 }),
          async (chosen, delays) => {
            const recording = new Recording();
            let turn = 0;
            const anyTime = async (): Promise<void> => {
              const delay = delays[turn++ % delays.length] ?? 0;
              if (delay === 3) await sleep(0);
              else for (let i = 0; i < delay; i++) await Promise.resolve();
            };
            const module = moduleOf(programs, recording, anyTime);
            await Promise.all(chosen.map((name) => call(module, name)));
            const edges = chosen.map((name) => programs.entries[name]?.edges ?? {});
            expect(edgesBelowRoot(recording)).toEqual(sum(edges, 1));
          },
        ),
        { seed: 20_261_130, numRuns: 60 },
      );
    }, 30_000);
  });
}

holds('the parent of a call is its lexical caller', PROGRAMS);

const shared = process.env['ESPALIER_SHARED'];
if (shared === undefined) {
  it.skip('the shared programs (ESPALIER_SHARED is not set)', () => undefined);
} else {
  const path = join(shared, 'conformance', 'trace-parents.json');
  holds('the shared programs', JSON.parse(readFileSync(path, 'utf8')) as Programs); // a fixed file of this shape
}
