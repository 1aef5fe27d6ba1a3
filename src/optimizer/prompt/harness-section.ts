import type { WindowView } from '../../ports/window-view.js';
import { fenced } from './fenced.js';

/** The current harness: module-level declarations, the whole source of what may be edited, signatures of the rest. */
export function harnessSection(view: WindowView): string {
  const editable = view.editable.map((one) => `- \`${one.id}\``).join('\n');
  const files = new Set([
    ...view.declarations.map((one) => one.file),
    ...view.editable.map((one) => one.file),
    ...view.others.map((one) => fileOf(one.id)),
  ]);
  return [
    '## The current harness',
    '### Functions you may edit',
    editable,
    ...[...files].sort().map((file) => fileSection(file, view)),
  ].join('\n\n');
}

function fileSection(file: string, view: WindowView): string {
  const declarations = view.declarations.filter((one) => one.file === file && one.source.trim() !== '');
  const editable = view.editable.filter((one) => one.file === file);
  const others = view.others.filter((one) => fileOf(one.id) === file);
  return [
    `### File \`${file}\``,
    ...declarations.map((one) => fenced(one.source, 'ts')),
    ...editable.map((one) => `\`${one.id}\`\n${fenced(one.source, 'ts')}`),
    ...(others.length === 0
      ? []
      : [`Not to be edited now:\n${others.map((one) => `- \`${one.id}\`: \`${one.signature}\``).join('\n')}`]),
  ].join('\n\n');
}

const fileOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf('#')));
