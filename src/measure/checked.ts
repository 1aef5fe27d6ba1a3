import { z } from 'zod';
import type { Json } from '../task/json.js';

/** Issues that a report names; the rest is counted. A report of some 50,000 would hold the host up for seconds. */
const MOST_ISSUES = 10;
const MOST_CHARS = 4_000;

export type Checked =
  | { readonly ok: true; readonly value: Json }
  /** `problem` is for a reader over several lines, `inline` for a sentence. */
  | { readonly ok: false; readonly problem: string; readonly inline: string };

/** Checks JSON of any size against a schema, at a cost that many mistakes in it do not raise: only the first are put into words. */
export function checked(validator: z.ZodType, value: Json, whole = 'value'): Checked {
  // As safeParse does it, which words every issue before it lets one count them.
  const read = validator._zod.run({ value, issues: [] }, { async: false });
  if (read instanceof Promise) throw new TypeError('Expected a schema that is checked at once, got one that waits.');
  if (read.issues.length === 0) return { ok: true, value: read.value as Json }; // validated JSON
  const named = read.issues
    .slice(0, MOST_ISSUES)
    .map((issue) => z.core.util.finalizeIssue(issue, undefined, z.core.config()));
  const more = read.issues.length - named.length;
  const inline = named.map((issue) => `${issue.path.join('.') || whole}: ${issue.message}`).join('; ');
  return {
    ok: false,
    problem: `${cut(z.prettifyError(new z.ZodError(named)))}${more > 0 ? `\n✖ … and ${String(more)} more` : ''}`,
    inline: `${cut(inline)}${more > 0 ? `; … and ${String(more)} more` : ''}`,
  };
}

const cut = (text: string): string => (text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text);
