/**
 * The proper names in `text`, each as a list of readings, likeliest first: the whole span, the span without a leading
 * function word or a trailing possessive, the members of an enumeration, and the parts between lower-case connectors.
 */
export function nameReadings(text: string): string[][] {
  const word = "\\p{Lu}[\\p{L}\\p{N}'’\\-]*";
  const joint = '(?:\\s+(?:of|the|and|de|in|for|on|at|to|under|with|without|a|an|from|by)){0,3}';
  const span = new RegExp(`${word}(?:${joint}\\s+${word})*(?:\\s+\\([^()]{1,40}\\))?`, 'gu');
  const lead = /^(?:which|what|when|where|who|whom|whose|how|why|did|do|does|was|were|is|are|has|had|in|on|at|of|by|for|from|to|with|between|he|she|it|they|his|her|its|their|this|that|after|before|during|since|as|and|or|name|tell|give)\s+/i;
  const lone = /^(?:the|a|an|which|what|when|where|who|whom|whose|how|why|did|do|does|was|were|is|are|has|had|in|on|at|of|by|for|from|to|with|between|he|she|it|they|his|her|its|their|this|that|there|after|before|during|since|as|and|or|both|one|some|many|name|tell|give)$/i;
  const found: string[][] = [];
  for (const match of text.matchAll(span)) {
    const whole = match[0].trim();
    const bare = whole.replace(lead, '');
    const readings = [bare, whole, bare.replace(/['’]s$/, ''), bare.replace(/^the\s+/i, ''), bare.replace(/\s+\([^()]*\)$/, '')];
    readings.push(...bare.split(/\s+and\s+/));
    const owner = /^(.+?)['’]s\s/u.exec(bare);
    if (owner) readings.push(owner[1]);
    readings.push(...bare.split(/\s+(?:(?:of|the|and|de|in|for|on|at|to|under|with|without|a|an|from|by)\s+)+/));
    const useful = [...new Set(readings.map((reading) => reading.trim()))].filter((reading) => reading.length > 1 && !lone.test(reading));
    if (useful.length > 0) found.push(useful);
  }
  return found;
}
