import type { Bundle } from '../../src/ports/sandbox.js';
import { sha256 } from '../../src/task/hash.js';
import { versionId } from '../../src/task/ids.js';

const NO_MAP = '{"version":3,"sources":[],"names":[],"mappings":""}';

/** A bundle of any script at all. */
export function bundleFrom(script: string, sourceMap: string = NO_MAP): Bundle {
  return { version: versionId(sha256(script)), codeHash: sha256(script), script, sourceMap };
}

/** A script that speaks the protocol by hand: `start` is code that may use `send(text)`. */
export const forge = (start: string): string =>
  `{ const send = globalThis.__espalier_send; globalThis.__espalier = { start(text) { ${start} }, reply() {} }; }`;
