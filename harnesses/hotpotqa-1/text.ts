/** The words of a text in order, without case, accents and common endings, so that forms of a word compare equal. */
export function stemsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
  const words: string[] = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word));
}

/** The different words of a text, as they stand there, that say something about its subject. */
export function contentWords(text: string): string[] {
  const stop = new Set(
    (
      'a an the this that these those and or but nor not no if than then so as of in on at to from by for with without ' +
      'into onto over under about between among during through after before since until also both either neither each ' +
      'any some all more most less least other another same such only own very just too is are was were be been being ' +
      'am do does did done has have had having can could will would shall should may might must who whom whose which ' +
      'what when where why how he she it its they them their his her him hers i you we us me my your our there here ' +
      's t d ll re ve name named called'
    ).split(' '),
  );
  const words: string[] = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !stop.has(word.toLowerCase()));
}

/** The names in a text: quoted phrases and runs of capitalised words, whole runs before the parts that small words join. */
export function namesIn(text: string): string[] {
  const joints = / (?:of|the|and|or|in|for|to|on|at|with|by|from) /;
  const run =
    /(?:(?:\p{Lu}\.)+|[\p{Lu}\p{N}][\p{L}\p{N}'’&!-]*)(?: (?:(?:of|the|and|or|in|for|to|on|at|with|by|from|a|de|la|du|van|von|&) ){0,2}(?:(?:\p{Lu}\.)+|[\p{Lu}\p{N}][\p{L}\p{N}'’&!-]*))*/gu;
  const date = /^(?:\d+ )?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d+)*$/;
  const tidy = (name: string): string => {
    const words = name.trim().replace(/['’]s?$/, '').split(' ');
    const first = words.findIndex((word) => contentWords(word).length > 0);
    return first < 0 ? '' : words.slice(first).join(' ');
  };
  const quoted = [...text.matchAll(/["“]([^"“”]{2,80})["”]/g)].map((match) => match[1]);
  const runs: string[] = text.match(run) ?? [];
  const whole = runs.map(tidy);
  const parts = whole.flatMap((name) => name.split(joints)).map(tidy);
  return [...new Set([...quoted, ...whole, ...parts])].filter((name) => /\p{L}{2}/u.test(name) && !date.test(name));
}
