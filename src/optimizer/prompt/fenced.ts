/** A text in a code fence that no run of backticks inside it can close. */
export function fenced(text: string, language = ''): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
