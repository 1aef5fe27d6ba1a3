import type { SearchTool } from '../search-tool.js';

/** The file that declares what all functions pass on; it holds no function, so nothing ever edits it. */
export const LEAD_FILE = 'lead.ts';

/** The type of what was found, by the tool's own names. */
export const leadType = (
  tool: SearchTool,
): string => `/** Something that a search found. A higher score stands for a better lead. */
export interface Lead {
  readonly ${tool.title}: string;
  readonly ${tool.text}: string;
  readonly score: number;
}
`;
