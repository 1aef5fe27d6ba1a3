import type { RefusedReply, Rejection } from '../../ports/window-view.js';
import type { Detail } from './detail.js';
import { fenced } from './fenced.js';
import { clip } from './preview.js';

const MOST_REASONS = 20;

/** Edit sets of earlier steps that did not stay, the latest `shown` of them. Empty when there are none. */
export function rejectionSection(rejections: readonly Rejection[], shown: number, detail: Detail): string {
  const latest = shown === 0 ? [] : rejections.slice(-shown);
  if (latest.length === 0) return '';
  const hidden = rejections.length - latest.length;
  const entries = latest.map((one) => {
    const functions =
      one.functions.length === 0 ? '' : ` Functions: ${one.functions.map((id) => `\`${id}\``).join(', ')}.`;
    const head = `- Step ${one.step}, ${one.verdict}: ${clip(one.rationale, detail.rejectionChars)}${functions}`;
    return [head, ...reasonLines(one.reasons, detail).map((line) => `  ${line}`)].join('\n');
  });
  return [
    '## Tried before, and not kept',
    'Do not propose these again; if the idea was right, find out why it failed and do it differently.' +
      (hidden > 0 ? ` (${hidden} earlier ones are left out.)` : ''),
    entries.join('\n'),
  ].join('\n\n');
}

/** Replies of this step that were refused, each with the reasons. Empty when there are none. */
export function refusedSection(refused: readonly RefusedReply[], detail: Detail): string {
  if (refused.length === 0) return '';
  const entries = refused.map(({ reply, reasons }, index) => {
    const texts = reasons.map((one) => `${one.rule}${one.at === undefined ? '' : ` at ${one.at}`}: ${one.message}`);
    return [
      `Reply ${index + 1}:`,
      fenced(clip(reply, detail.refusedChars)),
      `Refused because:\n${reasonLines(texts, detail).join('\n')}`,
    ].join('\n\n');
  });
  return [
    '## Your earlier replies in this step were refused',
    'Nothing of them was applied. Mend what the reasons name and send the whole edit set again.',
    ...entries,
  ].join('\n\n');
}

function reasonLines(reasons: readonly string[], detail: Detail): readonly string[] {
  const shown = reasons.slice(0, MOST_REASONS).map((reason) => `- ${clip(reason, detail.rejectionChars)}`);
  const hidden = reasons.length - shown.length;
  return hidden > 0 ? [...shown, `- …(${hidden} more)`] : shown;
}
