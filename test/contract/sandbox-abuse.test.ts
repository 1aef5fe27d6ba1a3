import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GuestCall, Sandbox } from '../../src/ports/sandbox.js';
import { createProcessSandbox } from '../../src/sandbox/process-sandbox.js';
import type { CallReply } from '../../src/trace/trace.js';
import { bundleOf } from './sandbox-bundle.js';
import { TestHost, limits } from './sandbox-host.js';

const shared = process.env['ESPALIER_SHARED'];
if (shared === undefined) console.warn('ESPALIER_SHARED is not set: the abuse payloads are skipped.');
const folder = join(shared ?? '', 'abuse');

const BRIDGE = `const host = { call: (name, args) => {
  const tool = rt.tools[name];
  if (tool === undefined) throw new Error('no tool');
  return tool(args === undefined ? null : args);
} };\n`;

class AbuseHost extends TestHost {
  override readonly tools = ['echo', 'fail', 'list', 'obj', 'shared', 'merge', 'count'];
  readonly shared = { secretFlag: 'intact', list: [1] };

  override async call(call: GuestCall): Promise<CallReply> {
    this.calls.push(call);
    switch (call.name) {
      case 'list':
        return { ok: true, value: [{ a: 1 }, { b: 2 }] };
      case 'obj':
      case 'shared':
        return { ok: true, value: this.shared };
      default:
        return super.call(call);
    }
  }
}

describe.skipIf(shared === undefined)('abuse payloads', () => {
  const payloads = shared === undefined ? [] : readdirSync(folder).filter((name) => /^\d/.test(name));
  const work = mkdtempSync(join(tmpdir(), 'espalier-abuse-'));
  const canary = join(work, 'canary');
  const pwned = join(work, 'pwned');
  let sandbox: Sandbox;
  let server: Server;
  let connections = 0;
  let port = 0;

  beforeAll(async () => {
    writeFileSync(canary, 'canary');
    process.env['SANDBOX_SECRET'] = 'secret';
    sandbox = createProcessSandbox();
    server = createServer(() => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port; // it listens on TCP
  });
  afterAll(async () => {
    delete process.env['SANDBOX_SECRET'];
    await sandbox.close();
    server.close();
    rmSync(work, { recursive: true });
  });

  it.each(payloads)('%s', { timeout: 20_000 }, async (name) => {
    const fill = (text: string): string =>
      text
        .replaceAll('@CANARY_FILE@', canary)
        .replaceAll('@PWNED_FILE@', pwned)
        .replaceAll('@CANARY_PORT@', String(port))
        .replaceAll('@WORK@', work);
    const code = fill(
      BRIDGE + readFileSync(join(folder, '_prelude.js'), 'utf8') + readFileSync(join(folder, name), 'utf8'),
    );
    const bundle = bundleOf('export async function main(task: any, rt: any) { "body"; }');
    const ready = await sandbox.prepare({ ...bundle, script: bundle.script.replace('"body";', () => `\n${code}\n`) });
    const host = new AbuseHost();
    const started = performance.now();
    let gap = 0;
    let last = started;
    const ticks = setInterval(() => {
      gap = Math.max(gap, performance.now() - last);
      last = performance.now();
    }, 5);
    const result = await sandbox.run(ready, { task: null, seed: '' }, host, limits());
    clearInterval(ticks);
    await ready.close();
    console.info(
      name,
      JSON.stringify(result.end).slice(0, 200),
      JSON.stringify(result.answer)?.slice(0, 80),
      `${result.wallMs.toFixed(0)} ms, gap ${gap.toFixed(0)} ms`,
    );

    expect(JSON.stringify(result.answer ?? null)).not.toMatch(/ESCAPED|RESOURCE/);
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(gap).toBeLessThan(1_000);
    expect(existsSync(pwned)).toBe(false);
    expect(connections).toBe(0);
    expect(host.shared).toEqual({ secretFlag: 'intact', list: [1] });
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined(); // no such member is expected
  });
});
