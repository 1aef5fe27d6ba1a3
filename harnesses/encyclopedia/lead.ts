/** Something that a search found. A higher score stands for a better lead. */
export interface Lead {
  readonly title: string;
  readonly text: string;
  readonly score: number;
}
