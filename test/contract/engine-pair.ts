import { link } from '../../src/editor/link.js';
import type { Prepared, RunLimits, Sandbox } from '../../src/ports/sandbox.js';
import { openSandbox } from '../../src/sandbox/open-sandbox.js';
import type { Json } from '../../src/task/json.js';
import { versionId } from '../../src/task/ids.js';
import type { RunEnd, TraceNode } from '../../src/trace/trace.js';
import { TestHost, limits } from './sandbox-host.js';

/** All that a run leaves behind but its time. */
export interface Seen {
  readonly end: RunEnd;
  readonly answer: Json | undefined;
  readonly droppedNodes: number;
  readonly nodes: readonly TraceNode[];
  readonly calls: readonly unknown[];
}

export interface EnginePair {
  /** Runs the same linked harness, one `main.ts`, on V8 (vm2) and on QuickJS. */
  run(main: string, task?: Json, over?: Partial<RunLimits>): Promise<{ readonly v8: Seen; readonly quickJs: Seen }>;
  close(): Promise<void>;
}

/** Both engines in plain child processes: what is compared here are the engines, not the walls around them. */
export function openEnginePair(): EnginePair {
  const sides = [openSandbox('none'), openSandbox('portable')].map((sandbox) => ({
    sandbox,
    ready: new Map<string, Promise<Prepared>>(),
  }));
  const one = async (
    { sandbox, ready }: { readonly sandbox: Sandbox; readonly ready: Map<string, Promise<Prepared>> },
    main: string,
    task: Json,
    over: Partial<RunLimits>,
  ): Promise<Seen> => {
    const prepared = ready.get(main) ?? sandbox.prepare(link({ 'main.ts': main }, { version: versionId('v') }));
    ready.set(main, prepared);
    const host = new TestHost();
    const input = { task, seed: 'seed 7' };
    const { end, answer, droppedNodes } = await sandbox.run(await prepared, input, host, limits(over));
    return { end, answer, droppedNodes, nodes: host.nodes, calls: host.calls };
  };
  return {
    async run(main, task = null, over = {}) {
      const [v8, quickJs] = [
        await one(sides[0] ?? fail(), main, task, over),
        await one(sides[1] ?? fail(), main, task, over),
      ];
      return { v8, quickJs };
    },
    async close() {
      await Promise.all(sides.map(({ sandbox }) => sandbox.close()));
    },
  };
}

function fail(): never {
  throw new Error('There are two engines.');
}
