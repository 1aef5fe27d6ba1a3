import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../task/error.js';
import { makeFolder } from '../task/make-folder.js';
import { MANIFEST, type Recording } from './recording.js';

/**
 * Writes a recording's folder: replies verbatim as `0001.txt` and so on, then the manifest. Equal recordings give
 * equal bytes.
 * @throws InputError when the folder is there and not empty, or two replies have one ordinal.
 */
export async function writeRecording(directory: string, recording: Recording): Promise<void> {
  await makeFolder(directory);
  if ((await readdir(directory)).length > 0) {
    throw new InputError(`${directory} is not empty: name a new folder for the recording, or remove this one.`);
  }
  const replies = [...recording.replies].sort((a, b) => a.ordinal - b.ordinal);
  const files = replies.map(({ ordinal }) => `${String(ordinal).padStart(4, '0')}.txt`);
  if (new Set(files).size < files.length) throw new InputError('Two replies of the recording have the same ordinal.');
  for (const [index, reply] of replies.entries()) {
    await writeFile(path.join(directory, files[index] ?? ''), reply.text);
  }
  const manifest = {
    format: 1,
    model: recording.model,
    date: recording.date,
    replies: replies.map(({ ordinal, promptHash, finish }, index) => ({
      ordinal,
      file: files[index],
      promptHash,
      finish,
    })),
  };
  await writeFile(path.join(directory, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
