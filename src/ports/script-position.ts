/** A linked script, with the places in it that engines name differently brought together. */
export interface ScriptText {
  /** The column (from 1) at which every engine's frame at this expression is put. */
  column(line: number, column: number): number;
  /** What is called, made or read at a place, as written; `undefined` where it is more than names with dots. */
  expression(line: number, column: number): Expression | undefined;
}

export interface Expression {
  /** `rt.tools.find`. */
  readonly text: string;
  /** `find`. */
  readonly property: string;
  /** Whether it stands behind `new`. */
  readonly isMade: boolean;
  /** Whether it is made, or called where it stands. */
  readonly isCalled: boolean;
}

/** Names with dots between them, at the end of a text. */
const CHAIN_BEFORE = /(?:[\w$]+\s*\??\.\s*)*#?[\w$]+$/;
/** The bracket of a call, a template that a tag is called with, or the end of `(0, name)` before either. */
const CALL_BEHIND = /^\s*\)?\s*(?:\?\.\s*)?[(`]/;
const NEW_BEFORE = /\bnew\s+$/;

/** V8 names a call by its last name and `new` by that word, QuickJS both by the bracket; what is read, by the dot. */
export function openScript(script: string): ScriptText {
  let lines: readonly string[] | undefined;
  const lineAt = (line: number): string => (lines ??= script.split('\n'))[line - 1] ?? '';
  return {
    column(line, column) {
      return anchor(lineAt(line), column - 1) + 1;
    },
    expression(line, column) {
      const text = lineAt(line);
      const at = anchor(text, column - 1);
      const made = /^new\s+/.exec(text.slice(at))?.[0];
      const word = /^#?[\w$]+(?:\s*\??\.\s*[\w$]+)*/.exec(text.slice(at + (made?.length ?? 0)))?.[0];
      if (word === undefined) return undefined;
      const last = made === undefined ? (/^#?[\w$]+/.exec(word)?.[0] ?? '') : word;
      const end = at + (made?.length ?? 0) + last.length;
      const chain = CHAIN_BEFORE.exec(text.slice(0, end))?.[0];
      if (chain === undefined || /[\])}`'"]\s*\??\.?\s*$/.test(text.slice(0, end - chain.length))) return undefined;
      const property = /#?[\w$]+$/.exec(chain)?.[0] ?? chain;
      // What imports from another file of the harness: `(0, plan_js_1.plan)` is `plan`.
      const imported = /^\w+_\d+\.([\w$]+)$/.exec(chain)?.[1];
      const isCalled = made !== undefined || CALL_BEHIND.test(text.slice(end));
      return { text: imported ?? chain, property, isMade: made !== undefined, isCalled };
    },
  };
}

/** Index of the name that stands for the expression at an index. */
function anchor(text: string, index: number): number {
  const at = text.charAt(index);
  if (at === '.' || at === '?') {
    const behind = /^\??\.\s*/.exec(text.slice(index));
    return behind === null ? index : index + behind[0].length;
  }
  if (at === '=' || at === '(') {
    // `(0, name)(…)`: the bracket behind the name closes the callee.
    const before = text.slice(0, index).replace(/\s+$/, '').replace(/\)$/, '');
    const chain = CHAIN_BEFORE.exec(before)?.[0];
    if (chain === undefined) return index;
    const start = before.length - chain.length;
    const made = NEW_BEFORE.exec(before.slice(0, start));
    if (made !== null) return made.index;
    return before.length - (/#?[\w$]+$/.exec(chain)?.[0].length ?? 0);
  }
  return index;
}
