import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdsOtherWork, loadHarness, writeHarness } from '../../../src/deploy/harness-directory.js';
import { type Manifest, readManifest } from '../../../src/deploy/manifest.js';
import { InputError } from '../../../src/task/error.js';
import { hashOf } from '../../../src/task/hash.js';
import type { HarnessFiles } from '../../../src/ports/interface.js';

const files = { 'main.ts': 'export const a = 1;\n', 'hops/second.ts': 'export const b = 2;\n' };
const manifest: Manifest = {
  format: 1,
  name: 'toy',
  family: 'toy',
  version: hashOf(files),
  interfaceHash: 'i',
  run: 'r',
  commit: 'c',
  isolation: 'process',
  success: 'exact',
  model: 'none',
  gate: { number: 2, success: 0.5 },
  test: null,
  modelCallsPerTask: null,
  files: ['hops/second.ts', 'main.ts'],
};

const write = (sources: HarnessFiles = files, folders: readonly string[] = [folder]): Promise<string> =>
  writeHarness(
    folders,
    {
      files: sources,
      manifest: { ...manifest, version: hashOf(sources), files: Object.keys(sources) },
      dts: 'declare module "x";\n',
    },
    hashOf,
  );

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'espalier-deploy-'));
  folder = join(parent, 'harnesses', 'toy');
});
afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

describe('a frozen harness', () => {
  it('comes back as it was written, without its declarations', async () => {
    expect(await write()).toBe(folder);
    expect(await loadHarness(folder)).toEqual({
      files: { 'hops/second.ts': files['hops/second.ts'], 'main.ts': files['main.ts'] },
      manifest: { ...manifest, files: ['main.ts', 'hops/second.ts'] },
    });
    expect(readdirSync(folder)).toContain('espalier-runtime.d.ts');
  });

  it('takes the place of an earlier one whole, and of what a killed write left', async () => {
    await write({ ...files, 'gone.ts': '' });
    mkdirSync(`${folder}.99999.new`);
    mkdirSync(`${folder}.99999.old`);
    mkdirSync(`${folder}.mine`);
    await write();
    expect(Object.keys((await loadHarness(folder)).files)).toEqual(['hops/second.ts', 'main.ts']);
    expect(readdirSync(join(parent, 'harnesses')).sort()).toEqual(['toy', 'toy.mine']);
  });

  it('is brought back where a killed write had moved it away, and is then replaced', async () => {
    await write();
    renameSync(folder, `${folder}.99999.old`);
    writeFileSync(join(`${folder}.99999.old`, 'NOTES.md'), 'mine');
    const beside = `${folder}-run`;
    expect(await write({ 'main.ts': '' }, [folder, beside])).toBe(beside);
    expect(readFileSync(join(folder, 'NOTES.md'), 'utf8')).toBe('mine');
    expect((await loadHarness(folder)).files).toEqual(files);
    expect(readdirSync(join(parent, 'harnesses')).sort()).toEqual(['toy', 'toy-run']);
  });

  it('goes beside a folder that holds other work, and nowhere when that does too', async () => {
    await write();
    writeFileSync(join(folder, 'NOTES.md'), 'mine');
    const beside = `${folder}-run`;
    expect(await write({ 'main.ts': '' }, [folder, beside])).toBe(beside);
    expect(await write({ 'main.ts': '2' }, [folder, beside])).toBe(beside);
    writeFileSync(join(beside, 'data.json'), '{}');
    await expect(write({ 'main.ts': '3' }, [folder, beside])).rejects.toThrow(/toy and .*toy-run do\..*git archive c/);
    expect(readdirSync(join(parent, 'harnesses')).sort()).toEqual(['toy', 'toy-run']);
    expect(readdirSync(folder)).toContain('NOTES.md');
    expect((await loadHarness(beside)).files).toEqual({ 'main.ts': '2' });
  });

  it('needs main.ts, and a folder', async () => {
    await expect(loadHarness(folder)).rejects.toThrow(/Expected a harness folder at .*ENOENT/);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'other.ts'), '');
    await expect(loadHarness(folder)).rejects.toThrow('found other.ts');
  });
});

describe('work that would be lost', () => {
  it.each(['NOTES.md', 'extra.json', 'hops/more.json', 'types.d.ts'])('is a file of a person: %s', async (name) => {
    await write();
    writeFileSync(join(folder, name), '');
    expect(await holdsOtherWork(folder, hashOf)).toBe(true);
  });

  it('is a link to a folder elsewhere, but no empty folder', async () => {
    await write();
    mkdirSync(join(folder, 'empty'));
    expect(await holdsOtherWork(folder, hashOf)).toBe(false);
    symlinkSync(parent, join(folder, 'link'));
    expect(await holdsOtherWork(folder, hashOf)).toBe(true);
  });

  it('is source that no manifest knows, and nothing else', async () => {
    expect(await holdsOtherWork(folder, hashOf)).toBe(false);
    mkdirSync(folder, { recursive: true });
    expect(await holdsOtherWork(folder, hashOf)).toBe(false);
    await write();
    expect(await holdsOtherWork(folder, hashOf)).toBe(false);
    writeFileSync(join(folder, 'main.ts'), 'export const a = 2;\n');
    expect(await holdsOtherWork(folder, hashOf)).toBe(true);
    rmSync(join(folder, 'manifest.json'));
    expect(await holdsOtherWork(folder, hashOf)).toBe(true);
  });
});

describe('a manifest', () => {
  it('is read as it was written', () => {
    expect(readManifest(JSON.stringify(manifest), 'manifest.json')).toEqual(manifest);
  });
  it.each<[string, string]>([
    ['{', 'x/manifest.json is not JSON'],
    [JSON.stringify({ ...manifest, format: 2 }), 'x/manifest.json is not a harness manifest of format 1'],
    [JSON.stringify({ ...manifest, version: undefined }), 'version'],
  ])('that is broken is refused with its place: %j', (text, message) => {
    expect(() => readManifest(text, 'x/manifest.json')).toThrow(InputError);
    expect(() => readManifest(text, 'x/manifest.json')).toThrow(message);
  });
});
