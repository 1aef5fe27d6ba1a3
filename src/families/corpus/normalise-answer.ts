const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;

/**
 * The usual normalisation of question answering: lower case, no ASCII punctuation, no English articles, single spaces.
 * Source: the SQuAD 1.1 evaluation script (Rajpurkar et al. 2016), which HotpotQA's uses too.
 */
export const normaliseAnswer = (text: string): string =>
  text
    .toLowerCase()
    .replace(ASCII_PUNCTUATION, '')
    .replace(/\b(a|an|the)\b/g, ' ')
    .split(/\s+/u)
    .filter((token) => token !== '')
    .join(' ');
