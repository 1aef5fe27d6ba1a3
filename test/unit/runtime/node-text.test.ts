import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText } from '../../../src/runtime/json-text.js';
import { nodesText } from '../../../src/runtime/node-text.js';
import { asFunctionId } from '../../../src/task/ids.js';
import type { TraceNode } from '../../../src/trace/trace.js';

const text = fc.string({ unit: 'binary' });
const node: fc.Arbitrary<TraceNode> = fc.record(
  {
    id: fc.nat(),
    parent: fc.nat(),
    kind: fc.constantFrom<TraceNode['kind']>('function', 'llm', 'tool', 'return', 'error', 'note'),
    name: text,
    functionId: text.map(asFunctionId),
    detail: text,
    site: fc.tuple(fc.nat(), fc.nat()).map(([line, column]) => `${String(line)}:${String(column)}`),
  },
  { requiredKeys: ['id', 'parent', 'kind', 'name'] },
);

it('the text of nodes is, byte for byte, that of the general writer', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 8 }), (nodes) => {
      expect(nodesText(nodes)).toBe(jsonText(nodes, 'nodes'));
      expect(JSON.parse(nodesText(nodes))).toEqual(nodes);
    }),
    { seed: 20_261_201, numRuns: 300 },
  );
});
