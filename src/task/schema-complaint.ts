import type { z } from 'zod';

/** What a zod schema has against a value, as one line: `evidence[1]: Invalid input: expected string, received number`. */
export function schemaComplaint(error: z.ZodError, most = 3): string {
  const lines = error.issues.slice(0, most).map((issue) => {
    const path = issue.path
      .map((part) => (typeof part === 'number' ? `[${String(part)}]` : `.${String(part)}`))
      .join('');
    return path === '' ? issue.message : `${path.replace(/^\./, '')}: ${issue.message}`;
  });
  const rest = error.issues.length - lines.length;
  return lines.join('; ') + (rest > 0 ? `; and ${String(rest)} more` : '');
}
