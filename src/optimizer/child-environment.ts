import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

const BASE_NAMES = ['HOME', 'LANG', 'TERM'] as const;

/**
 * The whole environment of an optimizer's command: PATH, HOME, LANG, TERM and the names given. PATH loses its entries
 * inside the workspace and those that npm puts in front, so that nothing in it says where the workspace is.
 */
export function childEnvironment(passEnv: readonly string[], workspace: string): Record<string, string> {
  const env: Record<string, string> = { PATH: pathOutside(workspace) };
  for (const name of [...BASE_NAMES, ...passEnv]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** A program's file, looked up on the whole PATH; the name itself when it is a path, or not found. */
export function locateProgram(program: string): string {
  if (program.includes('/') || program.includes('\\')) return program;
  const candidates = pathEntries().map((entry) => path.join(entry, program));
  return candidates.find(isExecutable) ?? program;
}

const pathEntries = (): readonly string[] => (process.env['PATH'] ?? '').split(path.delimiter);

function pathOutside(workspace: string): string {
  const inside = `${path.resolve(workspace)}${path.sep}`;
  return pathEntries()
    .filter((entry) => !`${path.resolve(entry)}${path.sep}`.startsWith(inside))
    .filter((entry) => !/[/\\](?:node_modules[/\\]\.bin|node-gyp-bin)[/\\]?$/.test(entry))
    .join(path.delimiter);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Not there, or not ours to run: the next entry of PATH is asked.
    return false;
  }
}
