import type { Locate } from '../ports/locate.js';
import type { TraceNode } from '../trace/trace.js';

interface Entered {
  readonly parent: number;
  readonly name: string;
  readonly functionId: string | undefined;
}

/** Characters of a name in a message: an escaped guest may send longer ones. */
const MOST_NAME = 200;

/** The function that a run was in, as far as its nodes have come. */
export class LastSeen {
  readonly #script: string;
  readonly #locate: Locate;
  readonly #entered = new Map<number, Entered>();
  #current = 0;

  constructor(script: string, locate: Locate) {
    this.#script = script;
    this.#locate = locate;
  }

  record(nodes: readonly TraceNode[]): void {
    for (const { id, parent, kind, name, functionId } of nodes) {
      if (kind === 'function') {
        this.#entered.set(id, { parent, name, functionId });
        this.#current = id;
      } else if (kind === 'return' || kind === 'error') this.#current = this.#entered.get(parent)?.parent ?? 0;
      else this.#current = parent;
    }
  }

  /** `Last seen in main.ts:12 (function plan).`, or an empty text where no node has come. */
  sentence(): string {
    const seen = this.#entered.get(this.#current) ?? [...this.#entered.values()].at(-1);
    if (seen === undefined) return '';
    const place = this.#placeOf(seen);
    const name = seen.name.slice(0, MOST_NAME);
    return `Last seen in ${place === undefined ? '' : `${place} (`}function ${name}${place === undefined ? '' : ')'}.`;
  }

  /** Where the function begins: the instrumentation names it in the line after its head. */
  #placeOf({ functionId, name }: Entered): string | undefined {
    if (functionId === undefined) return undefined;
    const file = (functionId.split('#', 1)[0] ?? '').slice(0, MOST_NAME);
    const hook = ['enter', 'spawn'].map((kind) => `.${kind}(${quoted(functionId)}, ${quoted(name)},`);
    const at = hook.map((text) => this.#script.indexOf(text)).find((index) => index >= 0);
    if (at === undefined) return file;
    const before = this.#script.slice(0, at).split('\n');
    // The hook's own line, and the one that keeps the caller, have no place in the TypeScript.
    const line = before.length - 2;
    const head = before[line - 1] ?? '';
    const found = this.#locate(line, head.length - head.trimStart().length + 1);
    return found === undefined ? file : `${found.file}:${String(found.line)}`;
  }
}

const quoted = (text: string): string => `'${text}'`;
