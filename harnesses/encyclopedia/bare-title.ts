/** A title as other texts write it: without a qualifier in brackets at its end. */
export function bareTitle(title: string): string {
  return title.replace(/\s*\([^()]*\)$/, '');
}
