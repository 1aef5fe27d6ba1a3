import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkEndpoint } from '../../../src/compose/doctor/check-endpoint.js';

let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url?.startsWith('/slow') === true) return;
    response.statusCode = request.url?.startsWith('/broken') === true ? 503 : 200;
    if (request.url?.startsWith('/closed') === true && request.headers.authorization !== 'Bearer good')
      response.statusCode = 401;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  base = `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const check = (path: string, env: Record<string, string> = {}) =>
  checkEndpoint({ name: 'openai:m', baseUrl: `${base}/${path}` }, env, path === 'slow' ? 500 : 20_000);

it('tells an endpoint that answers', async () => {
  expect(await check('v1')).toMatchObject({ state: 'ok' });
  expect(await check('closed', { OPENAI_API_KEY: 'good' })).toMatchObject({ state: 'ok' });
});

it('tells a key that is missing or wrong, and which variable to set', async () => {
  expect(await check('closed')).toMatchObject({
    state: 'unauthorised',
    message: expect.stringContaining('OPENAI_API_KEY is not set'),
    fix: expect.stringContaining('environment variable OPENAI_API_KEY'),
  });
  const wrong = await check('closed', { OPENAI_API_KEY: 'bad-key' });
  expect(wrong).toMatchObject({ state: 'unauthorised' });
  expect(JSON.stringify(wrong)).not.toContain('bad-key');
});

it('tells one that is not there, broken or silent, with what to do', async () => {
  for (const path of ['slow', 'broken']) {
    expect(await check(path)).toMatchObject({ state: 'unreachable', fix: expect.stringContaining('base URL') });
  }
  expect(await checkEndpoint({ name: 'openai:m', baseUrl: 'http://127.0.0.1:9/v1' }, {}, 20_000)).toMatchObject({
    state: 'unreachable',
  });
  expect(await checkEndpoint({ name: 'openai:m', baseUrl: 'nowhere' }, {}, 20_000)).toMatchObject({
    state: 'unreachable',
  });
});

it('asks nothing of a model without endpoint', async () => {
  expect(await checkEndpoint({ name: 'embedded' }, {})).toMatchObject({ state: 'not-needed' });
});
