/** A text as its content words: in reading order, as written (`raws`) and as stems, and both joined into padded lines. */
export interface Reading {
  readonly raws: readonly string[];
  readonly stems: readonly string[];
  readonly rawLine: string;
  readonly stemLine: string;
}

/** Reads the content words of a text: accents are folded, stop words dropped, common endings stripped from the stems. */
export function readText(text: string): Reading {
  const stop = new Set(
    ('a an the and or but nor of in on at to by for from with without as into than that this these those it its he his him she her '
      + 'hers they their them we our you your i is are was were be been being am do does did done has have had having can could '
      + 'will would shall should may might must what which who whom whose when where why how not no so if then also there here '
      + 's t both either each other another same such some any all more most one ones between during after before while about '
      + 'addition known name named called inwhich january february april june july august september october november december').split(' '),
  );
  const stemOf = (word: string): string => {
    if (word.startsWith('movie')) {
      return 'film';
    }
    const cut = word.replace(/ies$/, 'y').replace(/(?:ings?|ed|ers?|ors?|es|(?<!s)s|e)$/, '');
    return cut.length >= 4 || (cut.length === 3 && word.length === 4) ? cut.replace(/([b-df-hj-np-rtv-z])\1$/, '$1') : word;
  };
  const folded = text.normalize('NFD').replace(/\p{M}+/gu, '');
  const raws = (folded.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stop.has(word.toLowerCase()));
  const stems = raws.map((word) => stemOf(word.toLowerCase()));
  return { raws, stems, rawLine: ` ${raws.join(' ')} `, stemLine: ` ${stems.join(' ')} ` };
}

/** The phrases of a text that may be titles: quoted ones and runs of capitalised words, with their plausible parts. */
export function spansOf(text: string): string[] {
  const found = new Set<string>();
  const keep = (phrase: string): void => {
    const trimmed = phrase.replace(/['’]s?$/, '').replace(/[\s,.;:!?]+$/, '').trim();
    if (readText(trimmed).raws.some((word) => !/^\d+$/.test(word))) {
      found.add(trimmed);
    }
  };
  const keepParts = (phrase: string): void => {
    const parts = phrase.split(/['’]s\s+|\s+(?:and|in|from|with|at|on|for|to)\s+(?:the\s+)?/);
    if (parts.length > 1) {
      parts.forEach(keep);
    }
  };
  for (const quoted of text.matchAll(/["“]([^"“”]{2,80})["”]/g)) {
    keep(quoted[1]);
  }
  const run = /(?:(?:\p{Lu}\.)+|[\p{Lu}\p{N}][\p{L}\p{N}'’&-]*)(?:\s+(?:(?:of|the|and|in|de|la|von|van|for|from|on|at|to|with|a)\s+){0,2}(?:(?:\p{Lu}\.)+|[\p{Lu}\p{N}][\p{L}\p{N}'’&-]*))*/gu;
  for (const match of text.replace(/["“”]/g, '').matchAll(run)) {
    const whole = match[0];
    const first = whole.split(/\s+/)[0];
    const rest = whole.slice(first.length).trim();
    keep(whole);
    if (rest !== '' && readText(first).raws.length === 0) {
      keep(rest);
      keepParts(rest);
    }
    keepParts(whole);
  }
  return [...found];
}
