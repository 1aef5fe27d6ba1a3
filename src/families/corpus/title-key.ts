/** Titles are the same when their keys are: letter case and the amount of white space do not count. */
export const titleKey = (title: string): string => title.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
