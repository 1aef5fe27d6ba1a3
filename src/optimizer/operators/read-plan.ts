import type { HarnessFunction } from '../../ports/editor.js';
import type { WindowView } from '../../ports/window-view.js';
import { CATALOGUE } from './catalogue/catalogue.js';
import { PIECES } from './harness-shape.js';
import type { Operator, Piece, Plan, Setting } from './operator.js';
import { mainPiece } from './pieces/main.js';
import type { SearchTool } from './search-tool.js';

/** What the operators make of a harness. */
export type PlanRead =
  /** A harness that they wrote, or one that has no strategy yet (an empty plan). */
  | { readonly kind: 'plan'; readonly plan: Plan }
  /** A harness that is somebody else's, at least in part. */
  | { readonly kind: 'foreign'; readonly why: string };

const HEADER = /\bexport async function main\(task: Task, rt: Runtime\): Promise<Answer> \{/;
const operators = new Map(CATALOGUE.map((operator) => [operator.name, operator]));

/**
 * Reads from a harness's source which operators are in it and what they are set to. The source alone tells: each function
 * is held against every text that its operators could have given it.
 */
export function readPlan(view: WindowView, tool: SearchTool): PlanRead {
  const main = view.editable.find(({ id }) => id === `${mainPiece.file}#${mainPiece.name}`);
  if (main === undefined || !HEADER.test(main.source))
    return foreign('`main` is not declared as `export async function main(task: Task, rt: Runtime): Promise<Answer>`');
  const known = [...view.editable, ...view.others].map(({ id }) => id);
  if (known.length === 1) {
    const body = main.source.slice(main.source.search(HEADER)).replace(HEADER, '');
    return /\brt\b/.test(body) ? foreign('`main` has a strategy of its own') : { kind: 'plan', plan: new Map() };
  }
  const ids = new Set(PIECES.map(({ file, name }) => `${file}#${name}`));
  const strange = known.find((id) => !ids.has(id));
  if (strange !== undefined) return foreign(`\`${strange}\` is none of theirs`);
  return readOwn(view, tool, main);
}

function readOwn(view: WindowView, tool: SearchTool, main: HarnessFunction): PlanRead {
  const shown = new Map<string, string>(view.editable.map(({ id, source }) => [id, source]));
  const present = new Set<string>([...shown.keys(), ...view.others.map(({ id }) => id)]);
  const has = (piece: Piece): boolean => present.has(`${piece.file}#${piece.name}`);
  let plan: Plan = new Map<string, Setting | null>(
    CATALOGUE.filter(({ pieces }) => pieces.some((piece) => isOwn(piece)) && pieces.every(has)).map(({ name }) => [
      name,
      null,
    ]),
  );
  for (const piece of PIECES) {
    const source = shown.get(`${piece.file}#${piece.name}`);
    if (piece === mainPiece || source === undefined) continue;
    const read = settingsThatGive(piece, source, plan, tool);
    if (read === undefined) return foreign(`\`${piece.file}#${piece.name}\` was written by hand, or changed`);
    plan = read;
  }
  for (const [name, operator] of operators)
    if (plan.get(name) === null && operator.settings.length === 1) plan = withSetting(plan, name, true);
  const read = settingsThatGive(mainPiece, main.source, plan, tool);
  if (read === undefined) return foreign('`main` was changed by hand');
  const unread = CATALOGUE.filter(({ name, initial }) => initial !== undefined && !read.has(name));
  return { kind: 'plan', plan: new Map([...read, ...unread.map(({ name }) => [name, null] as const)]) };
}

/** Functions that one operator alone brings: their presence shows that it is in the harness. */
const isOwn = (piece: Piece): boolean => CATALOGUE.filter(({ pieces }) => pieces.includes(piece)).length === 1;

const foreign = (why: string): PlanRead => ({ kind: 'foreign', why });

/** The plan with those settings of a piece's operators that give its source; `undefined` when none does. */
function settingsThatGive(piece: Piece, source: string, plan: Plan, tool: SearchTool): Plan | undefined {
  const [first, ...rest] = piece.dependsOn;
  const wanted = squeezed(source);
  const search = (name: string | undefined, others: readonly string[], trial: Plan): Plan | undefined => {
    if (name === undefined) {
      const code = piece.code(trial, tool);
      return code !== undefined && squeezed(code) === wanted ? trial : undefined;
    }
    const [next, ...after] = others;
    const operator = operators.get(name);
    const mayLack = operator !== undefined && operator.initial === undefined;
    for (const setting of operator?.settings ?? []) {
      const found = search(next, after, withSetting(trial, name, setting));
      if (found !== undefined) return found;
    }
    return mayLack ? search(next, after, without(trial, name)) : undefined;
  };
  return search(first, rest, plan);
}

const squeezed = (source: string): string => source.replace(/\s+/g, ' ').trim();

/** A plan with one operator set. */
export const withSetting = (plan: Plan, name: string, setting: Setting): Plan => new Map([...plan, [name, setting]]);

const without = (plan: Plan, name: string): Plan => new Map([...plan].filter(([other]) => other !== name));

/** True where an operator is offered for this interface and model. */
export function isOffered(operator: Operator, setting: Setting, view: WindowView, tool: SearchTool): boolean {
  if (operator.asksModel === true && view.model === 'none') return false;
  if (operator.name === 'titles') return Number(setting) <= tool.mostListed;
  if (operator.name === 'results') return tool.limit !== undefined && Number(setting) <= (tool.mostResults ?? Infinity);
  return true;
}
