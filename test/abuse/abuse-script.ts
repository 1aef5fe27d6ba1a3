import { Script } from 'node:vm';
import type { Bundle } from '../../src/ports/sandbox.js';
import type { HarnessFiles } from '../../src/ports/interface.js';
import type { Payload } from './payload-folder.js';

/** Links harness files as the product does; the caller says which build of it. */
export type LinkHarness = (files: HarnessFiles) => Bundle;

/** The task of the run that follows each payload: it must find everything as if nothing had been. */
export const NEXT_RUN = '__next';

const MAIN = `declare const __abuse: any;
export async function main(task: any, rt: any) {
  return await __abuse(task, rt);
}
`;

/** Tells what it finds of the realm, its built-ins and the bridge. In an untouched realm always the same. */
const NEXT_BODY = `
  const text = Function.prototype.toString;
  const look = (object) => Reflect.ownKeys(object).map((key) => {
    const { value, get } = Reflect.getOwnPropertyDescriptor(object, key);
    return String(key) + (typeof (value ?? get) === 'function' ? ':' + text.call(value ?? get).length : ':' + typeof value);
  }).sort().join(' ');
  const echoed = await host.call('echo', { n: 7 });
  const listed = await host.call('list');
  const objects = [Object, Array, Function, Promise, String, Number, RegExp, Map, Set, WeakMap, Error, Symbol, Date, JSON, Math, Reflect];
  const built = objects.flatMap((object) => [look(object), object.prototype === undefined ? '' : look(object.prototype)]);
  return { echoed, listed, own: look(globalThis), built, time: Date.now(), random: Math.random() };`;

/** The adapter from the payloads' `host.call(name, args)` to the tools of a run; `__wire` is the bridge's own end. */
const BRIDGE = `
const __abuse = (task, rt) => {
  const host = { call: (name, args) => {
    const tool = rt.tools[name];
    if (tool === undefined) throw new Error('no tool');
    return tool(args === undefined ? null : args);
  } };
  const run = __payloads[task].call(undefined, host, rt);
  if (keepsCalling && task !== '__next') {
    let over = false;
    run.then(() => { over = true; }, () => { over = true; });
    (async () => { while (!over) await host.call('pause'); })().catch(() => {});
  }
  return run;
};
`;

/** Why a payload cannot be part of a script, or `undefined`. Nothing of it runs. */
export function syntaxFault(payload: Payload): string | undefined {
  try {
    new Script(asFunction(payload.code));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * One script with every payload in it, so that all of them run in the same children: the task names the one to run.
 * Payloads stand outside of the linked harness, in sloppy mode, unchecked and without loop fuel.
 */
export function abuseBundle(payloads: readonly Payload[], link: LinkHarness, keepsCalling: boolean): Bundle {
  const linked = link({ 'main.ts': MAIN });
  const bodies = [...payloads.map(({ name, code }) => [name, code] as const), [NEXT_RUN, NEXT_BODY] as const];
  const table = bodies.map(([name, code]) => `${JSON.stringify(name)}: ${asFunction(code)}`).join(',\n');
  const script = `const __wire = globalThis.__espalier_send; ${linked.script}\n;const keepsCalling = ${String(keepsCalling)};${BRIDGE}const __payloads = {\n${table}\n};\n`;
  return { ...linked, script };
}

const asFunction = (code: string): string => `(async function (host, rt) {\n${code}\n})`;
