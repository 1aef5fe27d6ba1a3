import { fenced } from './fenced.js';

const EXAMPLE = {
  version: 1,
  rationale:
    'Every failure gives up after one lookup that came back empty. Look up again with a shorter query, and keep the first answer as the fallback.',
  edits: [
    {
      op: 'replace',
      function: 'lookup.ts#lookUp',
      code: 'export async function lookUp(query: string, rt: Runtime): Promise<string[]> {\n  const found = await ask(query, rt);\n  return found.length > 0 ? found : ask(shorten(query), rt);\n}',
    },
    {
      op: 'file',
      path: 'shorten.ts',
      code: "/** The query without its last word. */\nexport function shorten(query: string): string {\n  return query.split(' ').slice(0, -1).join(' ');\n}\n",
    },
    { op: 'declare', file: 'lookup.ts', code: "import { shorten } from './shorten.js';" },
  ],
};

/** The form of the answer: an edit set, version 1. */
export const answerFormat = (): string => `## Your answer
Answer with one JSON object and nothing else: no prose around it, no comments in it.
- \`version\`: always 1.
- \`rationale\`: what the failures share and what your edits do about it, in one to four sentences. People read it as a commit message.
- \`edits\`: a list of one or more edits, applied together. Each is one of
  - \`{ "op": "replace", "function": "file.ts#name", "code": "…" }\`: the whole new declaration of that one function and nothing
    else, doc comment and \`export\` included, in the same form (function declaration, const, class member). For a class member
    (\`file.ts#Class.member\`) the member as it stands in the class body. Names must be exactly as listed above; one edit a function.
  - \`{ "op": "add", "file": "file.ts", "code": "…" }\`: new top-level functions or classes at the end of an existing file.
  - \`{ "op": "remove", "function": "file.ts#name" }\`
  - \`{ "op": "declare", "file": "file.ts", "code": "…" }\`: imports, types or immutable literal constants for an existing file. Only
    new names: what the file declares or imports already must not come again. A file that calls a function of another file needs
    its import (\`import { f } from './file.js'\`), and that function its \`export\`.
  - \`{ "op": "file", "path": "folder/name.ts", "code": "…" }\`: a whole new file, its imports included. The path is in lower-case
    words joined by hyphens, and no file of that path is there yet.

\`code\` is TypeScript inside a JSON string: escape line breaks as \\n, quotes as \\", and backslashes (regular expressions!) as \\\\.
An example of the form, from another harness:

${fenced(JSON.stringify(EXAMPLE, undefined, 2), 'json')}`;
