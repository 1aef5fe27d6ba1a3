import picocolors from 'picocolors';
import type { Colors } from '../report/colors.js';

/** Colours for one stream: on a terminal that wants them, none elsewhere (NO_COLOR and FORCE_COLOR hold). */
export function colorsFor(stream: NodeJS.WriteStream): Colors {
  const forced = process.env['FORCE_COLOR'];
  const wanted = forced !== undefined && forced !== '0' ? true : stream.isTTY && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb';
  return picocolors.createColors(wanted);
}

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
