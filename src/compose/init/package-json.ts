import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const OWN = fileURLToPath(new URL('../../../', import.meta.url));
const LockSchema = z.object({
  packages: z.record(z.string(), z.object({ resolved: z.string().optional() })),
});
const PackageSchema = z.object({ version: z.string() });

/** A workspace's package.json, as text: named after its folder, and with this package from where it came. */
export async function packageJson(directory: string): Promise<string> {
  const name = path
    .basename(directory)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '');
  const content = {
    name: name === '' ? 'workspace' : name,
    private: true,
    type: 'module',
    scripts: { grow: 'espalier grow' },
    devDependencies: { espalier: await source(OWN) },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * What `npm install` brings this package from again: the tarball or folder that it was installed from, the registry, or,
 * for a checkout, its folder.
 */
async function source(own: string): Promise<string> {
  const modules = path.dirname(own.replace(/[/\\]$/, ''));
  if (path.basename(modules) !== 'node_modules') return `file:${own.replace(/[/\\]$/, '')}`;
  const lock = path.join(modules, '.package-lock.json');
  const installed = existsSync(lock) ? LockSchema.parse(JSON.parse(await readFile(lock, 'utf8'))) : undefined;
  const resolved = installed?.packages['node_modules/espalier']?.resolved;
  // Paths in a lock file are from the folder that holds node_modules.
  if (resolved?.startsWith('file:'))
    return `file:${path.resolve(path.dirname(modules), resolved.slice('file:'.length))}`;
  const { version } = PackageSchema.parse(JSON.parse(await readFile(path.join(own, 'package.json'), 'utf8')));
  return `^${version}`;
}
