/** A word as a POSIX shell takes it: as it is, or in single quotes where it needs them. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
