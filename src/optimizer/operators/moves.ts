import type { WindowView } from '../../ports/window-view.js';
import { CATALOGUE } from './catalogue/catalogue.js';
import type { Operator, Plan, Setting } from './operator.js';
import { isOffered, withSetting } from './read-plan.js';
import type { SearchTool } from './search-tool.js';

/** One change of a plan: an operator comes in, or gets another setting. */
export interface Move {
  readonly operator: Operator;
  readonly from: Setting | undefined;
  readonly to: Setting;
}

/** Every move that a plan allows, in the order of the catalogue. */
export function movesFrom(plan: Plan, view: WindowView, tool: SearchTool): readonly Move[] {
  return CATALOGUE.flatMap((operator) => {
    const from = plan.get(operator.name);
    if (from === null || !(operator.after ?? []).every((name) => plan.has(name))) return [];
    if (plan.size === 0 && operator.initial !== undefined) return [];
    return operator.settings
      .filter((to) => to !== from && isOffered(operator, to, view, tool))
      .map((to) => ({ operator, from, to }));
  });
}

/** A plan after a move. The first one brings the settings that every harness of the operators has. */
export function afterMove(plan: Plan, { operator, to }: Move): Plan {
  const initial =
    plan.size > 0
      ? []
      : CATALOGUE.flatMap((one) => (one.initial === undefined ? [] : [[one.name, one.initial] as const]));
  return withSetting(new Map([...plan, ...initial]), operator.name, to);
}

/** A move in words that are the same whenever it is the same: `titles 1 → 5`, `ask-whole`. */
export function moveText({ operator, from, to }: Move): string {
  const value = to === true ? '' : ` ${String(to)}`;
  return from === undefined || from === true
    ? `${operator.name}${value}`
    : `${operator.name} ${String(from)} →${value}`;
}
