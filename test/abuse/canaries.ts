import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What no payload may reach: a file, a secret in the environment, a port, a file that must not come to be. */
export interface Canaries {
  /** Puts the real paths and the port in place of `@CANARY_FILE@`, `@PWNED_FILE@`, `@CANARY_PORT@`, `@WORK@`. */
  fill(code: string): string;
  /** What has been reached since the last look: `connected`, `wrote`. Clears both. */
  reached(): readonly string[];
  /** The names of the canaries whose contents stand in a text, plain, as hex or as base64. */
  foundIn(text: string): readonly string[];
  close(): Promise<void>;
}

/** Sets them up; `SANDBOX_SECRET` stands in this process's environment until `close`. */
export async function openCanaries(): Promise<Canaries> {
  const work = mkdtempSync(join(tmpdir(), 'espalier-abuse-'));
  const file = join(work, 'canary');
  const pwned = join(work, 'pwned');
  const contents = { 'canary file': randomBytes(12).toString('hex'), SANDBOX_SECRET: randomBytes(12).toString('hex') };
  writeFileSync(file, contents['canary file'], { mode: 0o600 });
  process.env['SANDBOX_SECRET'] = contents.SANDBOX_SECRET;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const forms = Object.entries(contents).map(([name, text]) => ({
    name,
    texts: [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')],
  }));
  return {
    fill: (code) =>
      code
        .replaceAll('@CANARY_FILE@', () => file)
        .replaceAll('@PWNED_FILE@', () => pwned)
        .replaceAll('@CANARY_PORT@', String(port))
        .replaceAll('@WORK@', () => work),
    reached() {
      const found: string[] = [];
      if (connections > 0) found.push('connected');
      if (existsSync(pwned)) found.push('wrote');
      connections = 0;
      rmSync(pwned, { force: true });
      return found;
    },
    foundIn: (text) => forms.filter(({ texts }) => texts.some((form) => text.includes(form))).map(({ name }) => name),
    async close() {
      delete process.env['SANDBOX_SECRET'];
      await new Promise((closed) => server.close(closed));
      rmSync(work, { recursive: true });
    },
  };
}
