import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../task/error.js';
import { hashOf } from '../task/hash.js';
import { makeFolder } from '../task/make-folder.js';
import { readModelRecording } from '../llm/model-recording.js';
import { recordedModel } from '../llm/recorded-model.js';
import { savingModel } from '../llm/saving-model.js';
import type { Llm } from '../ports/llm.js';

/** A model out of a recording's file. @throws InputError when it cannot be read or is none. */
export function openRecordedModel(name: string, directory: string): Llm {
  const file = path.resolve(directory, name);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new InputError(
      `Expected a model's recording at ${file}; it cannot be read. Write one with --save-replies, or name a live model.`,
      { cause: error },
    );
  }
  const { model, replies } = readModelRecording(text, file);
  return recordedModel({
    // Two recordings never share a cached reply.
    name: `recorded:${model}#${hashOf(text).slice(0, 12)}`,
    replies: new Map(replies.map(({ request, completions }) => [request, completions])),
  });
}

/** A live model whose replies are kept until `write` puts them into a file. */
export interface KeptReplies {
  readonly llm: Llm;
  write(): Promise<void>;
}

/** @throws InputError when the file is there already, or there is no model to keep replies of. */
export async function keepReplies(live: Llm, name: string, directory: string): Promise<KeptReplies> {
  const file = path.resolve(directory, name);
  if (live.name === 'none') {
    throw new InputError("--save-replies needs a model; it is 'none'. Set --model openai:<model>.");
  }
  if (existsSync(file)) {
    throw new InputError(`${file} exists, and --save-replies would replace it. Name a new file, or remove this one.`);
  }
  // Before anything is paid for.
  await makeFolder(path.dirname(file));
  const { llm, recording } = savingModel(live);
  return {
    llm,
    write: async () => {
      const fresh = `${file}.${String(process.pid)}.new`;
      await writeFile(fresh, `${JSON.stringify(recording(), null, 2)}\n`);
      await rename(fresh, file);
    },
  };
}
