import { describe, expect, it } from 'vitest';
import { openEditor } from '../../../src/editor/open-editor.js';
import { openLocate } from '../../../src/ports/locate.js';
import { LastSeen } from '../../../src/sandbox/last-seen.js';
import { functionId } from '../../../src/task/ids.js';
import type { TraceNode } from '../../../src/trace/trace.js';
import { toyFamily } from '../../fixtures/toy-family.js';

const bundle = openEditor(toyFamily().interface).link({
  'main.ts': `import type { Answer, Runtime, Task } from 'espalier/runtime';
import { plan } from './steps/plan.js';

export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const inner = (text: string): string => plan(text);
  return inner('x');
}
`,
  'steps/plan.ts': `interface Unused {
  readonly text: string;
}

export function plan(text: string): string {
  return text;
}
`,
});

const entered = (id: number, parent: number, file: string, member: string, name: string): TraceNode => ({
  id,
  parent,
  kind: 'function',
  name,
  functionId: functionId(file, member),
});
const main = entered(1, 0, 'main.ts', 'main', 'main');
const inner = entered(2, 1, 'main.ts', 'main', 'inner');
const plan = entered(3, 2, 'steps/plan.ts', 'plan', 'plan');

function seen(...nodes: readonly TraceNode[]): string {
  const last = new LastSeen(bundle.script, openLocate(bundle.sourceMap));
  last.record(nodes);
  return last.sentence();
}

describe('where a run was last seen', () => {
  it('is the line of the innermost function entered last', () => {
    expect(seen(main)).toBe('Last seen in main.ts:4 (function main).');
    expect(seen(main, inner)).toBe('Last seen in main.ts:5 (function inner).');
    expect(seen(main, inner, plan)).toBe('Last seen in steps/plan.ts:5 (function plan).');
  });

  it('goes back to the caller at a return and at an error', () => {
    expect(seen(main, inner, plan, { id: 4, parent: 3, kind: 'return', name: 'plan' })).toContain('function inner');
    expect(seen(main, inner, { id: 3, parent: 2, kind: 'error', name: 'Error' })).toContain('function main');
  });

  it('is the function that made the last call or note', () => {
    expect(seen(main, inner, { id: 3, parent: 1, kind: 'tool', name: 'table' })).toContain('function main');
  });

  it('is nothing while no node has come, and only a name where the script does not know it', () => {
    expect(seen()).toBe('');
    expect(seen(entered(1, 0, 'main.ts', 'gone', 'gone'))).toBe('Last seen in main.ts (function gone).');
  });
});
