import { stripVTControlCharacters } from 'node:util';

/** Lines of at most `columns` characters, colours not counted: broken at spaces, those after the first begin with `indent` spaces. A longer word stays whole. */
export function wrapped(text: string, columns: number, indent: number): string {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  // A space and the word after it; more spaces than one align, and stay with the word before them.
  for (const piece of text.split(/(?<=\S)(?= \S)/)) {
    const wide = stripVTControlCharacters(piece).length;
    if (width > 0 && width + wide > columns) {
      lines.push(line);
      line = ' '.repeat(indent) + piece.trimStart();
      width = indent + stripVTControlCharacters(piece.trimStart()).length;
    } else {
      line += piece;
      width += wide;
    }
  }
  return [...lines, line].join('\n');
}

/** The same parts with ` · ` between them on as few lines of at most `columns` as hold them, each after two spaces. */
export function wrappedParts(parts: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line === '') line = `  ${part}`;
    else if (line.length + 3 + part.length <= columns) line += ` · ${part}`;
    else {
      lines.push(line);
      line = `  ${part}`;
    }
  }
  return line === '' ? lines : [...lines, line];
}
