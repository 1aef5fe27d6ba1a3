/**
 * Lower-case words without accents, punctuation and plural s, each between single spaces: ` like this one `.
 * Escaped characters (`&amp;`) count as punctuation. With `asTitle` also without a bracketed kind, a part after a comma, and a leading article: for comparing titles.
 */
export function normalise(text: string, asTitle: boolean = false): string {
  const decoded = text.replace(/&(?:amp|quot|lt|gt|nbsp|#\d+);/g, ' ');
  const base = asTitle ? decoded.replace(/\s+\([^)]*\)\s*$/, '').replace(/,\s.*$/, '').replace(/^the\s+(?=\S)/i, '') : decoded;
  const plain = base.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]s\b/g, '');
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return ` ${words.map((word) => (word.length > 3 ? word.replace(/([^s])s$/, '$1') : word)).join(' ')} `;
}

/** Quoted phrases and capitalised names in `text`, whole first, then their parts around joining words. */
export function namesIn(text: string): string[] {
  const cap = "(?:(?:\\p{Lu}\\.)+|\\p{Lu}[\\p{L}\\p{N}'’&-]*)";
  const joint = '(?:of|the|and|or|with|from|in|for|de|la|du|van|von|on|at|to|a|an|by|&)';
  const run = new RegExp(`[“"][^“”"]+[”"]|${cap}(?:\\s+(?:${joint}\\s+){0,2}(?:${cap}|\\d+))*`, 'gu');
  const opener = /^(?:(?:are|is|was|were|do|does|did|has|have|had|can|which|what|who|whom|whose|when|where|why|how|in|on|at|of|for|from|by|between|he|she|it|they|his|her|its|this)\s+)+/i;
  const names = new Set<string>();
  for (const [match] of text.matchAll(run)) {
    const quoted = /^[“"]/.test(match);
    const whole = quoted ? match.slice(1, -1).replace(/[.,!?]+$/, '') : `${match} `.replace(opener, '').trim();
    const halves = whole.split(/\s+(?:and|or)\s+/);
    const parts = quoted ? [] : whole.split(new RegExp(`(?:\\s+${joint})+\\s+`, 'u'));
    for (const name of [whole, ...halves, ...parts]) {
      const bare = name.replace(/['’]s?$/, '').trim();
      if (bare.length > 1) names.add(bare);
    }
  }
  return [...names];
}
