import { describe, expect, it } from 'vitest';
import { asFunctionId } from '../../../src/task/ids.js';
import { NodeCheck, decodeGuestMessage } from '../../../src/sandbox/guest-message.js';

const call = { t: 'call', id: 1, node: 1, kind: 'tool', name: 'echo', args: { a: [null] }, nodes: [] };
const kindOf = (value: unknown): string => decodeGuestMessage(JSON.stringify(value)).kind;

describe('decodeGuestMessage', () => {
  it('reads every form', () => {
    const node = { id: 1, parent: 0, kind: 'function', name: 'main', functionId: 'main.ts#main', detail: '…' };
    const error = { name: 'E', message: 'm', stack: 's' };
    for (const good of [
      call,
      { t: 'nodes', nodes: [node] },
      { t: 'end', ok: true, value: null, nodes: [node], dropped: 0 },
      { t: 'end', ok: false, error, nodes: [], dropped: 3 },
    ]) {
      expect(decodeGuestMessage(JSON.stringify(good))).toEqual({ kind: 'message', message: good });
    }
  });

  it.each([
    ['another member', { ...call, extra: 1 }],
    ['a missing member', { ...call, args: undefined }],
    ['an id that is no count', { ...call, id: 1.5 }],
    ['an endless name', { ...call, name: 'x'.repeat(201) }],
    ['another kind of node', { ...call, nodes: [{ id: 1, parent: 0, kind: 'host', name: 'x' }] }],
    ['an end that is both', { t: 'end', ok: true, error: {}, nodes: [], dropped: 0 }],
    ['null', null],
  ])('refuses %s', (_what, value) => {
    expect(kindOf(value)).toBe('malformed');
  });

  it('keeps __proto__ a plain key', () => {
    const decoded = decodeGuestMessage(JSON.stringify(call).replace('{"a":[null]}', '{"__proto__":{"polluted":1}}'));
    expect(decoded.kind === 'message' && JSON.stringify(decoded.message)).toContain(
      '"args":{"__proto__":{"polluted":1}}',
    );
  });
});

describe('NodeCheck', () => {
  const limits = { nodes: 10, previewChars: 10, previewTotalChars: 100 };
  const node = (id: number, parent: number, detail?: string) =>
    ({ id, parent, kind: 'note', name: 'n', ...(detail === undefined ? {} : { detail }) }) as const;

  it('lets gaps pass, but no id twice and no parent after its child, over all deltas', () => {
    const check = new NodeCheck(limits);
    expect(check.refuse([node(1, 0), node(4, 1)])).toBeUndefined();
    expect(check.refuse([node(4, 1)])).toBe('node 4 after node 4');
    expect(new NodeCheck(limits).refuse([node(2, 3)])).toBe('node 2 with parent 3');
  });

  it('bounds names, functions and sites together', () => {
    const text = 'x'.repeat(1_000);
    const named = Array.from({ length: 200 }, (_none, index) => ({
      ...node(index + 1, 0),
      ...{ name: text, functionId: asFunctionId(text), site: text },
    }));
    expect(new NodeCheck(limits).refuse(named)).toBe('names of more than 522240 characters');
    expect(new NodeCheck(limits).refuse(named.slice(0, 100))).toBeUndefined();
  });

  it('bounds nodes and previews', () => {
    const many = Array.from({ length: 2_041 }, (_none, index) => node(index + 1, 0));
    expect(new NodeCheck(limits).refuse(many)).toBe('more than 2040 nodes');
    expect(new NodeCheck(limits).refuse([node(1, 0, 'x'.repeat(200_000))])).toContain('previews of more than');
  });
});
