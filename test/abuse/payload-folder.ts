import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** One guest program that attacks; the body of an async function, run after the folder's prelude. */
export interface Payload {
  /** File name without `.js`. */
  readonly name: string;
  /** What it must not achieve: the first line's text. */
  readonly mustNot: string;
  /** Kinds of end that are due, from a line `// ENDS: limit, guest-error`; empty when any end will do. */
  readonly ends: readonly string[];
  readonly code: string;
}

/** A folder that holds no payloads. The message says what was expected and what to do. */
export class NoPayloads extends Error {}

/**
 * Reads a folder of payloads: `*.js`, each with `_prelude.js` in front where there is one.
 * @throws NoPayloads when the folder is missing or holds none.
 */
export function readPayloads(folder: string): readonly Payload[] {
  let files: readonly string[];
  try {
    files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new NoPayloads(`Expected a folder of payloads, got \`${resolve(folder)}\`, which cannot be read (${why}).`, {
      cause: error,
    });
  }
  const names = files.filter((file) => !file.startsWith('_')).sort();
  if (names.length === 0) {
    throw new NoPayloads(
      `Expected payloads (*.js, each the body of an async function that may use \`host.call(name, args)\`) in \`${resolve(folder)}\`, found none.`,
    );
  }
  const prelude = files.includes('_prelude.js') ? readFileSync(join(folder, '_prelude.js'), 'utf8') : '';
  return names.map((file) => {
    const body = readFileSync(join(folder, file), 'utf8');
    const [first = ''] = body.split('\n');
    const ends = /^\/\/ ENDS: (.*)$/m.exec(body)?.[1] ?? '';
    return {
      name: basename(file, '.js'),
      mustNot: first.replace(/^\/\/ (MUST NOT: )?/, ''),
      ends: ends === '' ? [] : ends.split(/,\s*/),
      code: `${prelude}\n${body}`,
    };
  });
}
