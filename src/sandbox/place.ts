/** A place in the linked script; line and column from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The frames of an error node's site, as it leaves the guest: `12:3 40:9`, innermost first. */
export const placesOf = (site: string): readonly Place[] =>
  site.split(' ').map((frame) => {
    const [line = '', column = ''] = frame.split(':');
    return { line: Number(line), column: Number(column) };
  });

/** Places as the site of an error node. */
export const siteText = (places: readonly Place[]): string =>
  places.map(({ line, column }) => `${String(line)}:${String(column)}`).join(' ');
