import type { WindowView } from '../../ports/window-view.js';
import { CATALOGUE } from './catalogue/catalogue.js';
import type { Operator, Plan, Setting } from './operator.js';
import { isOffered, withSetting } from './read-plan.js';
import type { SearchTool } from './search-tool.js';

/** One change of a plan: an operator comes in (`from` is undefined), gets another setting, or goes out (`to` is undefined). */
export interface Move {
  readonly operator: Operator;
  readonly from: Setting | undefined;
  readonly to: Setting | undefined;
}

/** Every move that a plan allows, in the order of the catalogue. */
export function movesFrom(plan: Plan, view: WindowView, tool: SearchTool): readonly Move[] {
  return CATALOGUE.flatMap((operator) => {
    const from = plan.get(operator.name);
    if (from === null || !(operator.after ?? []).every((name) => plan.has(name))) return [];
    if (plan.size === 0 && operator.initial !== undefined) return [];
    const settings = operator.settings.filter((to) => to !== from && isOffered(operator, to, view, tool));
    return [...settings, ...(mayGo(operator, plan) ? [undefined] : [])].map((to) => ({ operator, from, to }));
  });
}

/** What every harness of the operators has stays, and so does what another operator stands on. */
const mayGo = ({ name, initial }: Operator, plan: Plan): boolean =>
  plan.has(name) &&
  initial === undefined &&
  !CATALOGUE.some((other) => plan.has(other.name) && other.after?.includes(name) === true);

/** A plan after a move. The first one brings the settings that every harness of the operators has. */
export function afterMove(plan: Plan, { operator, to }: Move): Plan {
  const initial =
    plan.size > 0
      ? []
      : CATALOGUE.flatMap((one) => (one.initial === undefined ? [] : [[one.name, one.initial] as const]));
  return to === undefined
    ? new Map([...plan].filter(([name]) => name !== operator.name))
    : withSetting(new Map([...plan, ...initial]), operator.name, to);
}

/** A move in words that are the same whenever it is the same: `titles 1 → 5`, `ask-whole`, `no ask-names`. */
export function moveText({ operator, from, to }: Move): string {
  if (to === undefined) return `no ${operator.name}`;
  const value = to === true ? '' : ` ${String(to)}`;
  return from === undefined || from === true
    ? `${operator.name}${value}`
    : `${operator.name} ${String(from)} →${value}`;
}
