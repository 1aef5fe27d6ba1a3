import { readFile } from 'node:fs/promises';
import { InputError } from '../task/error.js';

/**
 * The text of a UTF-8 file.
 * @throws InputError when there is no such file, it cannot be read, or it is not UTF-8.
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new InputError(
      `Expected a readable file at \`${path}\`, got: ${reason(cause)}. Check the path and its permissions.`,
      {
        cause,
      },
    );
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InputError(`Expected UTF-8 text in \`${path}\`, got other bytes. Save the file as UTF-8.`, { cause });
  }
}

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
