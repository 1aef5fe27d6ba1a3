import { caseId, defineConfig, defineFamily, z, type Case } from 'espalier';

/** Made-up shelves: what stands on them, and where a thing is kept when it is not there. */
const shelves = [
  { title: 'north shelf', text: 'Ropes and hooks. Lamps are kept in the cellar.' },
  { title: 'south shelf', text: 'Paint, brushes and tar. Nails are kept on the north shelf.' },
  { title: 'cellar', text: 'Lamps, oil and barrels. The key hangs by the door.' },
  { title: 'loft', text: 'Sails and canvas. Needles are kept on the south shelf.' },
];

const words = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

const question = (id: string, thing: string, places: string[]): Case => ({
  id: caseId(id),
  task: { question: `Where do I find ${thing}?` },
  expected: { places },
});

export default defineConfig({
  family: defineFamily({
    name: 'shelves',
    task: z.object({ question: z.string() }),
    answer: z.object({ places: z.array(z.string()).max(2) }),
    expected: z.object({ places: z.array(z.string()) }),
    tools: {
      look: {
        description: 'Shelves whose label shares a word with the query.',
        input: z.object({ query: z.string() }),
        output: z.array(z.object({ title: z.string(), text: z.string() })),
      },
    },
    scores: ['found'],
    open: () => ({
      tools: {
        look: ({ query }) => {
          const hits = (text: string): number => words(text).filter((word) => words(query).includes(word)).length;
          return shelves.filter((one) => hits(one.text) > 0).sort((a, b) => hits(b.text) - hits(a.text));
        },
      },
    }),
    evaluate: ({ expected }, answer) => {
      const missing = expected.places.filter((place) => answer?.places.includes(place) !== true);
      return { scores: { found: missing.length === 0 ? 1 : 0 }, feedback: `missing: ${missing.join(', ') || 'none'}` };
    },
  }),
  tasks: {
    train: [question('t1', 'ropes', ['north shelf']), question('t2', 'paint', ['south shelf'])],
    gate: [question('g1', 'sails', ['loft']), question('g2', 'hooks', ['north shelf'])],
    test: [question('e1', 'tar', ['south shelf']), question('e2', 'canvas', ['loft'])],
  },
  optimizer: 'operators',
  grow: { window: 2, maxSteps: 4 },
});
