import { readFile } from 'node:fs/promises';
import path from 'node:path';

interface Page {
  readonly title: string;
  readonly text: string;
}

/**
 * Opens the world of one run and gives its tools, one function for each name under `tools` in espalier.config.ts.
 * Called once a run. Throw ToolError (from 'espalier') for bad input that the harness may recover from, and BackendFault
 * when the world itself is broken: such a run counts as missing, not as failed.
 */
export async function openTools(): Promise<{
  tools: { find(args: { query: string; k: number }): Page[] };
}> {
  // Put your own world in: a database, a service, a file.
  const pages = JSON.parse(await readFile(path.join(import.meta.dirname, 'pages.json'), 'utf8')) as Page[];
  return {
    tools: {
      find: ({ query, k }) => {
        const wanted = new Set(words(query));
        const scored = pages.map((page) => ({
          page,
          score: words(`${page.title} ${page.text}`).filter((word) => wanted.has(word)).length,
        }));
        return scored
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score)
          .slice(0, k)
          .map(({ page }) => page);
      },
    },
  };
}

const words = (text: string): string[] => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [])];
