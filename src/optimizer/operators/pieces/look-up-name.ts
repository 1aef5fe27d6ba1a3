import type { Piece } from '../operator.js';

/** The result that a name is the title of. */
export const lookUpName: Piece = {
  name: 'lookUpName',
  file: 'look-up-name.ts',
  dependsOn: [],
  code: (_plan, tool) => `/** Finds what a name is the title of, qualified or not. */
export async function lookUpName(name: string, rt: Runtime): Promise<Lead[]> {
  const leads = await searchOnce(name, rt);
  return leads.filter((lead) => bareTitle(lead.${tool.title}) === name);
}`,
};
