import type { CommitInput } from '../ports/versions.js';

/** Subject, body and trailers as git lays them out. Texts may come from an optimizer: they cannot forge a trailer or end the message. */
export function commitMessage(input: Pick<CommitInput, 'subject' | 'body' | 'trailers'>): string {
  const trailers = input.trailers.map(([key, value]) => `${key}: ${oneLine(value)}`).join('\n');
  const blocks = [oneLine(input.subject), body(input.body), trailers];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Git refuses NUL in a message. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\u{fffd}');

const oneLine = (text: string): string => withoutNul(text).replace(/\s+/g, ' ').trim();

const body = (text: string): string => withoutNul(text).replaceAll('\r\n', '\n').trim();
