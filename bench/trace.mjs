import { runInThisContext } from 'node:vm';
import ts from 'typescript';
import { link } from '../dist/editor/link.js';
import { jsonText } from '../dist/runtime/json-text.js';
import { Recorder } from '../dist/trace/recorder.js';
import { sideBySide, timed } from './measure.mjs';

const source = `
export function sum(a: number, b: number): number {
  return a + b;
}
export async function later(a: number, b: number): Promise<number> {
  return a + b;
}
export function words(text: string): readonly string[] {
  return text.toLowerCase().split(' ').filter((word) => word.length > 3).sort();
}
export function main(): number {
  return 0;
}
`;
const sentence = 'The quick brown fox jumps over the lazy dog while seven wizards box with quiet gnomes';

// In place of the guest: hands out the harness's own loader.
const prelude = [
  { id: 'runtime/guest', code: 'exports.installGuest = (load) => { globalThis.loadHarness = load; };', links: {} },
];

const most = Number.MAX_SAFE_INTEGER;
const unbounded = { nodes: most, previewChars: 240, previewTotalChars: most, loopFuel: most };
const drop = () => undefined;

/** The harness's exports as the linker makes them, hooked to a recorder of their own. */
function instrumented({ limits = {}, send = drop }) {
  runInThisContext(link({ 'main.ts': source }, { version: 'bench', prelude }).script);
  globalThis.__espalier_trace = new Recorder({ ...unbounded, ...limits }, send);
  return globalThis.loadHarness();
}

function plain() {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  const exports = {};
  runInThisContext(`(function (exports) {${ts.transpileModule(source, { compilerOptions }).outputText}\n})`)(exports);
  return exports;
}

// One loop for all: its call site has seen many functions, so that none is inlined and a call stays a call.
function loop(fn, a, b, times) {
  for (let turn = 0; turn < times; turn += 1) fn(a, b);
}
async function awaitingLoop(fn, a, b, times) {
  for (let turn = 0; turn < times; turn += 1) await fn(a, b);
}

const cases = [
  { name: 'sum', of: 'sync, two numbers', run: loop, args: [1, 2], times: 20_000 },
  { name: 'later', of: 'async, two numbers', run: awaitingLoop, args: [1, 2], times: 10_000 },
  { name: 'words', of: 'sync, sorts 17 words', run: loop, args: [sentence], times: 4_000 },
];
const variants = [
  { of: 'no previews', limits: { previewChars: 0 } },
  { of: 'previews' },
  { of: 'previews, nodes written as JSON', send: (nodes) => jsonText(nodes, 'nodes') },
  { of: 'past the node cap', limits: { nodes: 0 } },
];

export const bench = {
  title: 'one call of a harness function',
  columns: ['plain', 'instrumented'],
  async run() {
    for (let other = 0; other < 8; other += 1) loop(plain().sum, other, other, 100);
    const rows = [];
    for (const { name, of, run, args, times } of cases) {
      const nsOf = (exports) => {
        const fn = exports[name];
        return async () => ((await timed(() => run(fn, args[0], args[1], times))) * 1e6) / times;
      };
      for (const variant of variants) {
        const measured = await sideBySide(nsOf(plain()), nsOf(instrumented(variant)), { budgetMs: 1_000 });
        rows.push({ what: `${of}; ${variant.of}`, unit: 'ns', ...measured });
      }
    }
    return rows;
  },
};
