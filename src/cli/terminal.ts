import picocolors from 'picocolors';
import type { Colors } from '../report/colors.js';

/** Colours for one stream: on a terminal that wants them, none elsewhere (NO_COLOR and FORCE_COLOR hold). */
export function colorsFor(stream: NodeJS.WriteStream): Colors {
  const forced = process.env['FORCE_COLOR'];
  // `undefined` where there is no terminal, whatever its type says; picocolors would take that for yes where CI is set.
  const terminal: unknown = stream.isTTY;
  const wanted =
    forced !== undefined && forced !== '0'
      ? true
      : terminal === true && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
  return picocolors.createColors(wanted);
}

/** Columns of a terminal; of anything else, what a person still reads on one line. */
export const columnsOf = (stream: NodeJS.WriteStream): number =>
  stream.isTTY && stream.columns > 0 ? stream.columns : 160;

/** Data goes to stdout, prose to stderr. */
export const printData = (text: string): void => {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
};

export const printJson = (value: unknown): void => {
  printData(JSON.stringify(value));
};

export const printProse = (text: string): void => {
  process.stderr.write(text.endsWith('\n') ? text : `${text}\n`);
};

/** Shows how far a command is on one line of standard error, which the last count clears; nothing where it is not `live`. */
export const countOf =
  (live: boolean): ((done: number, of: number) => void) =>
  (done, of) => {
    if (live) process.stderr.write(done === of ? '\r\u001B[K' : `\r\u001B[K  … ${String(done)}/${String(of)}`);
  };

/** A reader of stdout that went away (`espalier traces | head`) ends the process quietly; one of stderr is not missed. */
export function endQuietlyWithReader(): void {
  const gone = (error: Error): boolean => 'code' in error && (error.code === 'EPIPE' || error.code === 'EIO');
  process.stdout.on('error', (error: Error) => {
    if (gone(error)) process.exit();
    throw error;
  });
  process.stderr.on('error', (error: Error) => {
    if (!gone(error)) throw error;
  });
}

/** Waits until all that was printed has left. */
export async function drained(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.destroyed) continue;
    await new Promise<void>((resolve) => {
      stream.write('', () => {
        resolve();
      });
    });
  }
}
