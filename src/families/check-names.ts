import { InputError } from '../task/error.js';

/** Names that harness code may not write, or that would make the tools object look like a promise. */
const UNUSABLE = new Set(['constructor', '__proto__', 'prototype', 'then']);

/** @throws InputError when a family's, tool's or score's name could not be used where it has to be written. */
export function checkNames(family: string, tools: readonly string[], scores: readonly string[]): void {
  if (!/^[a-z][a-z0-9-]*$/.test(family))
    throw new InputError(`Expected a family name of lower-case letters, digits and hyphens, got \`${family}\`.`);
  for (const tool of tools) {
    if (!/^[A-Za-z_$][\w$]*$/.test(tool) || UNUSABLE.has(tool))
      throw new InputError(
        `Family \`${family}\`: expected a tool name that is a plain identifier, because harness code calls \`rt.tools.<name>(…)\`, got \`${tool}\`. Rename the tool.`,
      );
  }
  if (scores.length === 0 || new Set(scores).size !== scores.length || scores.includes(''))
    throw new InputError(
      `Family \`${family}\`: expected at least one score, each with its own name, got [${scores.map((score) => `"${score}"`).join(', ')}].`,
    );
}
