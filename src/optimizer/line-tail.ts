import type { Readable } from 'node:stream';

const MOST_LINES = 20;
const MOST_LINE_CHARS = 2_000;

/** The last lines of a stream that is read as it comes. */
export interface LineTail {
  text(): string;
}

/** Reads a text stream line by line, keeps the last lines, and hands each one on. Long lines are cut. */
export function tailOf(stream: Readable, onLine?: (line: string) => void): LineTail {
  const lines: string[] = [];
  let partial = '';
  const put = (line: string): void => {
    lines.push(line);
    if (lines.length > MOST_LINES) lines.shift();
    onLine?.(line);
  };
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = (partial + chunk).split(/\r?\n/);
    partial = (parts.pop() ?? '').slice(0, MOST_LINE_CHARS);
    for (const line of parts) put(line.slice(0, MOST_LINE_CHARS));
  });
  stream.once('end', () => {
    if (partial !== '') put(partial);
    partial = '';
  });
  return { text: () => [...lines, ...(partial === '' ? [] : [partial])].join('\n') };
}
