import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { link } from '../../../src/editor/link.js';
import type { GuestMessage } from '../../../src/runtime/wire.js';
import { versionId } from '../../../src/task/ids.js';
import type { TraceNode } from '../../../src/trace/trace.js';
import { edgesOf } from './instrumented-program.js';

interface Realm {
  start(text: string): void;
  reply(text: string): void;
}

it('links with the real guest: calls cross as JSON, under the function that made them', async () => {
  const main = `import type { Runtime } from 'espalier/runtime';
export async function main(task: string, rt: Runtime): Promise<unknown> {
  const found = await Promise.all([ask(task, rt), ask(task + '!', rt)]);
  rt.note('both are there');
  return { found };
}
async function ask(query: string, rt: Runtime) {
  return await rt.tools.search({ query });
}`;
  const { script } = link({ 'main.ts': main }, { version: versionId('v') });
  const messages: GuestMessage[] = [];
  const context = createContext({ __espalier_send: (text: string) => messages.push(JSON.parse(text) as GuestMessage) });
  runInContext(script, context);
  const realm = runInContext('__espalier', context) as Realm; // the guest's two doors
  const limits = { nodes: 100, previewChars: 100, previewTotalChars: 10_000, loopFuel: 1_000 };
  realm.start(JSON.stringify({ task: 'q', seed: 's', tools: ['search'], limits }));
  await new Promise(setImmediate);
  const calls = messages.filter((message) => message.t === 'call');
  for (const call of calls) realm.reply(JSON.stringify({ id: call.id, ok: true, value: { hit: call.id } }));
  await new Promise(setImmediate);
  const nodes: TraceNode[] = messages.flatMap((message) => message.nodes);
  expect(messages.at(-1)).toMatchObject({ t: 'end', ok: true, value: { found: [{ hit: 1 }, { hit: 2 }] } });
  expect(edgesOf(nodes)).toEqual({ 'root>main': 1, 'main>ask': 2 });
  const asks = nodes.filter((node) => node.name === 'ask' && node.kind === 'function').map((node) => node.id);
  expect(nodes.filter((node) => node.kind === 'tool').map((node) => node.parent)).toEqual(asks);
  expect(calls.map((call) => call.node)).toEqual(nodes.filter((node) => node.kind === 'tool').map((node) => node.id));
  expect(nodes.find((node) => node.kind === 'note')).toMatchObject({ parent: 1, detail: 'both are there' });
  expect(nodes.map((node) => node.id)).toEqual(nodes.map((_, index) => index + 1));
});
