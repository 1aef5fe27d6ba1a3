import { z } from 'zod';

/** One page of a corpus. Titles are unique. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

/** What a line of a passage file must be. */
export const passageSchema: z.ZodType<Passage> = z.strictObject({ title: z.string().trim().min(1), text: z.string() });
