/** A stretch of text and what takes its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes all changes at once; positions are those of the old text. Insertions at one place keep their order. */
export function splice(text: string, changes: readonly Splice[]): string {
  let result = '';
  let position = 0;
  for (const change of [...changes].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(position, change.start) + change.text;
    position = Math.max(position, change.end);
  }
  return result + text.slice(position);
}
