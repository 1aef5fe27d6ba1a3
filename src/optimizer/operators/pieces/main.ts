import { CATALOGUE } from '../catalogue/catalogue.js';
import type { Operator, Piece, Plan } from '../operator.js';
import type { SearchTool } from '../search-tool.js';

const stagesOf = (plan: Plan): readonly Operator[] =>
  CATALOGUE.filter(({ name, stage }) => stage !== undefined && plan.has(name));

/** The walk is for questions that name one thing; with `dispatch-named` it is left out for others. */
function stageLine(operator: Operator, plan: Plan, question: string): string {
  const call = `leads = ${operator.stage?.call(question, 'rt') ?? 'leads'};`;
  return operator.name === 'walk-mentions' && plan.has('dispatch-named')
    ? `  if (!namesSeveral(${question}, leads)) ${call}`
    : `  ${call}`;
}

function saysOf(operator: Operator, plan: Plan): string {
  const says = operator.stage?.says ?? '';
  return operator.name === 'walk-mentions' && plan.has('dispatch-named')
    ? `${says}, unless the question sets several named things side by side`
    : says;
}

/** The entry: the stages of a plan, one a line. */
export const mainPiece: Piece = {
  name: 'main',
  file: 'main.ts',
  dependsOn: ['titles'],
  code: (plan, tool: SearchTool) => {
    const question = `task.${tool.question}`;
    const stages = stagesOf(plan);
    const titles = Number(plan.get('titles'));
    const members = [
      ...tool.blanks,
      `${tool.list}: leads.slice(0, ${String(titles)}).map((lead) => lead.${tool.title})`,
    ];
    const steps = ['searches', ...stages.map((operator) => saysOf(operator, plan))];
    const count = titles === 1 ? 'the first lead' : `the first ${String(titles)} leads`;
    return [
      '/**',
      ` * Finds what shows the answer to \`${question}\`: \`${tool.list}\` names ${count}. In this order it`,
      ...steps.map((says, at) => ` * - ${says}${at === steps.length - 1 ? '.' : ','}`),
      ' */',
      'export async function main(task: Task, rt: Runtime): Promise<Answer> {',
      `  ${stages.length === 0 ? 'const' : 'let'} leads = await searchAll(queriesOf(${question}), rt);`,
      ...stages.map((operator) => stageLine(operator, plan, question)),
      `  return { ${members.join(', ')} };`,
      '}',
    ].join('\n');
  },
};
