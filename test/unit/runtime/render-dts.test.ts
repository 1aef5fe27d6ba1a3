import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderDts } from '../../../src/runtime/render-dts.js';
import type { DtsSchemas } from '../../../src/runtime/render-dts.js';
import type { JsonSchema } from '../../../src/task/json.js';

// zod writes plain JSON; its type is wider.
const json = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema) as unknown as JsonSchema;

interface Tree {
  readonly label: string;
  readonly children: readonly Tree[];
}
const tree: z.ZodType<Tree> = z.strictObject({
  label: z.string(),
  get children() {
    return z.array(tree);
  },
});

const schemas: DtsSchemas = {
  task: json(
    z.strictObject({
      question: z.string().describe('What is asked. */ Not the end.'),
      hints: z.array(z.string()).optional(),
    }),
  ),
  answer: json(z.strictObject({ answer: z.string(), evidence: z.array(z.string()), score: z.number().nullable() })),
  tools: {
    search: {
      description: 'Finds passages.',
      input: json(z.strictObject({ query: z.string(), k: z.int().optional() })),
      output: json(
        z.strictObject({ hits: z.array(z.strictObject({ title: z.string(), kind: z.enum(['person', 'place']) })) }),
      ),
    },
    'tree-of': {
      description: '',
      input: json(z.strictObject({ pair: z.tuple([z.string(), z.number()]) })),
      output: json(tree),
    },
    list: {
      description: 'No arguments.\nTwo lines.',
      input: json(z.strictObject({})),
      output: json(z.record(z.string(), z.number())),
    },
    odd: { description: '', input: {}, output: { type: ['string', 'null'] } },
  },
};

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
};

const libraries = new Map<string, ts.SourceFile | undefined>();

/** Messages of the type errors of one harness file under the declarations. */
function check(main: string): readonly string[] {
  const files = new Map([
    ['/runtime.d.ts', renderDts(schemas)],
    ['/main.ts', main],
  ]);
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) => {
    const text = files.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, version);
    if (!libraries.has(name)) libraries.set(name, read(name, version));
    return libraries.get(name);
  };
  host.fileExists = (name) => files.has(name) || ts.sys.fileExists(name);
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map((found) => ts.flattenDiagnosticMessageText(found.messageText, '\n'));
}

const HEAD = `import { s, ToolError, LlmError } from 'espalier/runtime';
import type { Answer, Infer, Json, Runtime, Schema, Task, Tools } from 'espalier/runtime';
`;
const inMain = (body: string): string => `${HEAD}export async function main(task: Task, rt: Runtime): Promise<Answer> {
  ${body}
  return { answer: '', evidence: [], score: null };
}`;

describe('the declarations of a family', () => {
  it('admit good harness code', () => {
    const body = `
      const Plan = s.object({ query: s.string({ maxLength: 80 }), why: s.optional(s.nullable(s.string())), kind: s.enum(['a', 'b']), one: s.literal(1) });
      const plan = await rt.llm.predict({ instruction: 'plan', input: { q: task.question }, output: Plan });
      const why: string | null | undefined = plan.why;
      const kind: 'a' | 'b' = plan.kind;
      const again: Infer<typeof Plan> = { query: '', kind: 'a', one: 1 };
      const items: Schema<{ n: number }[]> = s.array(s.object({ n: s.integer() }));
      const text: string = await rt.llm.chat([{ role: 'user', content: again.query }]);
      try {
        const { hits } = await rt.tools.search({ query: plan.query });
        const titles: string[] = hits.filter((hit) => hit.kind === 'person').map((hit) => hit.title);
        const node = await rt.tools['tree-of']({ pair: ['a', 1] });
        const label: string | undefined = node.children[0]?.children[0]?.label;
        const counts = await rt.tools.list();
        const count: number | undefined = counts['x'];
        const odd: string | null = await rt.tools.odd({ any: [1] });
        rt.note('seen', { titles, label, count, odd, items, text, why, kind });
      } catch (error) {
        if (!(error instanceof ToolError) && !(error instanceof LlmError)) throw error;
        const name: 'ToolError' | 'LlmError' = error.name;
      }
      const hints: string[] = task.hints ?? [];
      const j: Json = hints; const t: Tools = rt.tools;`;
    expect(check(inMain(body))).toEqual([]);
  });

  it.each([
    ['a tool that is not there', 'await rt.tools.find({});', "Property 'find' does not exist on type 'Tools'."],
    ['a missing argument', 'await rt.tools.search({});', "Property 'query' is missing"],
    ['an unknown argument', "await rt.tools.search({ query: '', limit: 1 });", "'limit' does not exist in type"],
    [
      'an argument of another type',
      'await rt.tools.search({ query: 1 });',
      "Type 'number' is not assignable to type 'string'.",
    ],
    [
      'an output that is not there',
      "(await rt.tools.search({ query: '' })).results;",
      "Property 'results' does not exist",
    ],
    ['an enum value that is none', "(await rt.tools.search({ query: '' })).hits[0]?.kind === 'thing';", 'no overlap'],
    ['an answer of another shape', "return { answer: '' };", 'missing the following properties'],
    [
      'a predicted member that is not there',
      "(await rt.llm.predict({ instruction: '', input: 1, output: s.object({ a: s.string() }) })).b;",
      "Property 'b' does not exist",
    ],
    ['the browser', 'document.title;', "Cannot find name 'document'."],
    ['the process', 'process.env;', "Cannot find name 'process'."],
    ['a runtime that is changed', 'rt.tools = rt.tools;', 'read-only property'],
  ])('refuse %s', (_what, body, message) => {
    const errors = check(inMain(body));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(message);
  });

  it('carry descriptions as comments that cannot be closed early', () => {
    const dts = renderDts(schemas);
    expect(dts).toContain('/** What is asked. *\\/ Not the end. */');
    expect(dts).toContain('    /** Finds passages. */\n    readonly "search": ');
    expect(dts).toContain('    /**\n     * No arguments.\n     * Two lines.\n     */');
  });
});
