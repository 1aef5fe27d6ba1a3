const USE = 'which some engines of the sandbox do not know';

/** Why a regular expression is not the same in every engine that a harness may run in; `undefined` where it is. */
export function unevenPattern(source: string, flags: string): string | undefined {
  if (flags.includes('v')) return `no regular expression with the flag \`v\`, ${USE}; use the flag \`u\``;
  const plain = withoutClasses(source);
  const modifier = /\(\?[ims]*-?[ims]*:/.exec(plain)?.[0];
  if (modifier !== undefined && modifier !== '(?:') {
    return `no \`${modifier}\` in a regular expression, ${USE}; give the flag to the whole expression`;
  }
  const names = [...plain.matchAll(/\(\?<([^=!>][^>]*)>/g)].map(([, name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined
    ? undefined
    : `no two groups named \`${twice}\` in a regular expression, ${USE}; name each group differently`;
}

/** The pattern with what stands for itself taken out: escapes and character classes. */
const withoutClasses = (source: string): string => source.replace(/\\[^]/g, '').replace(/\[[^\]]*\]/g, '');
