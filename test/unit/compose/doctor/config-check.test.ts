import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../../../../src/compose/doctor/check-endpoint.js';
import type { DoctorContext } from '../../../../src/compose/doctor/check.js';
import { configCheck, readConfigState } from '../../../../src/compose/doctor/config-check.js';
import { endpointCheck } from '../../../../src/compose/doctor/endpoint-check.js';
import { isolationCheck } from '../../../../src/compose/doctor/isolation-check.js';
import { LEVELS } from '../../../fixtures/sandbox.js';

let server: Server;
let base: string;
const asked: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'espalier-doctor-'));
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.url ?? ''} ${request.headers.authorization ?? ''}`);
    response.statusCode = request.headers.authorization === 'Bearer good-key' ? 200 : 401;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  base = `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** What `doctor` would look at in a workspace whose config has these members beside the needed ones. */
async function contextOf(members: string, env: DoctorContext['env'] = {}): Promise<DoctorContext> {
  const directory = mkdtempSync(join(folder, 'config-')); // a module that was imported once stays as it was
  const file = join(directory, 'espalier.config.mjs');
  writeFileSync(
    file,
    `export default { family: () => { throw new Error('not asked for'); }, tasks: {}, ${members} };\n`,
  );
  return { directory, env, config: await readConfigState(directory) };
}

describe('the config of a workspace', () => {
  it('is named with what it asks a machine for', async () => {
    expect(
      await configCheck(await contextOf("sandbox: 'full', model: 'embedded', optimizer: { name: 'operators' }")),
    ).toEqual([
      {
        name: 'config',
        state: 'ok',
        detail: 'espalier.config.mjs asks for sandbox full, model embedded, optimizer operators',
      },
    ]);
    expect(await configCheck(await contextOf(''))).toMatchObject([
      { detail: 'espalier.config.mjs asks for sandbox auto, model none, optimizer none' },
    ]);
  });

  it('fails where it cannot be read, with what it says and a fix', async () => {
    const [finding] = await configCheck(await contextOf("sandbox: 'vm'"));
    expect(finding).toMatchObject({ state: 'failed', detail: expect.stringContaining('sandbox') as unknown });
    expect(finding?.fix).toContain('--config');
    const missing = await readConfigState(folder, 'none.config.ts');
    expect(await configCheck({ directory: folder, env: {}, config: missing })).toMatchObject([{ state: 'failed' }]);
  });

  it('is not needed', async () => {
    const none = await readConfigState(tmpdir());
    expect(none).toEqual({ kind: 'none' });
    const context = { directory: tmpdir(), env: {}, config: none };
    expect(await configCheck(context)).toMatchObject([{ state: 'ok' }]);
    expect(await endpointCheck(context)).toEqual([]);
  });
});

describe('the isolation that a config asks for', () => {
  it('is what is judged, and the command line comes first', async () => {
    const context = await contextOf("sandbox: 'portable'");
    const holds = LEVELS.includes('portable');
    expect(await isolationCheck(context)).toMatchObject([
      {
        state: holds ? 'note' : 'failed',
        detail: expect.stringContaining("`sandbox: 'portable'` of the config") as unknown,
      },
    ]);
    const [over] = await isolationCheck({ ...context, sandbox: 'full' });
    expect(over?.state).toBe(LEVELS.includes('full') ? 'ok' : 'failed');
    expect(over?.detail).toContain('--sandbox full');
  });
});

describe('the endpoints that a config names', () => {
  it('are asked, each with its own key', async () => {
    asked.length = 0;
    const context = await contextOf(
      `model: { name: 'openai:small', baseUrl: '${base}/v1', apiKeyEnv: 'SMALL_KEY' }, optimizer: { name: 'openai:large', baseUrl: '${base}/v2' }`,
      { SMALL_KEY: 'good-key', OPENAI_API_KEY: 'wrong-key' },
    );
    const findings = await endpointCheck(context);
    expect(findings).toMatchObject([
      { name: 'model endpoint', state: 'ok' },
      { name: 'optimizer endpoint', state: 'failed', fix: expect.stringContaining('OPENAI_API_KEY') as unknown },
    ]);
    expect(asked).toEqual(['/v1/models Bearer good-key', '/v2/models Bearer wrong-key']);
    expect(JSON.stringify(findings)).not.toMatch(/good-key|wrong-key/);
  });

  it('take the address of the environment where the config has none', async () => {
    const context = await contextOf("model: 'openai:small'", {
      OPENAI_BASE_URL: `${base}/env`,
      OPENAI_API_KEY: 'good-key',
    });
    expect(await endpointCheck(context)).toMatchObject([{ state: 'ok', detail: `${base}/env/models answered 200.` }]);
  });

  it('are not looked for where model and optimizer have none', async () => {
    expect(await endpointCheck(await contextOf("model: 'embedded', optimizer: 'command:./x'"))).toEqual([]);
    expect(await endpointCheck(await contextOf("model: 'openai:'"))).toMatchObject([
      { state: 'failed', fix: 'Name a model.' },
    ]);
  });

  it('show no key, wherever it stands', async () => {
    for (const [baseUrl, key] of [
      ['http://me:secret-key@127.0.0.1:9/v1', ''],
      ['http://127.0.0.1:9/v1?key=secret-key', ''],
      ['http://127.0.0.1:9/v1', 'secret-key\n'],
      ['http://127.0.0.1:9/v1', 'secret-key ü'],
    ] as const) {
      const found = await checkEndpoint({ name: 'openai:m', baseUrl }, { OPENAI_API_KEY: key }, 20_000);
      expect(found).toMatchObject({
        state: /\S/.test(key) ? 'unauthorised' : 'unreachable',
        fix: expect.stringMatching(/./) as unknown,
      });
      expect(JSON.stringify(found)).not.toContain('secret');
    }
  });
});
