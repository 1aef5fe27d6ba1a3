import type { FailureView } from '../../ports/window-view.js';
import type { RunEnd } from '../../trace/trace.js';
import { dagTree } from './dag-tree.js';
import type { Detail } from './detail.js';
import { fenced } from './fenced.js';
import { clip, preview } from './preview.js';

/** One failed task: what was asked, what came out, what was wrong with it, and (`withDag`) how the run went. */
export function failureSection(
  failure: FailureView,
  place: { readonly number: number; readonly of: number },
  detail: Detail,
  withDag: boolean,
): string {
  const scores = Object.entries(failure.scores).map(([name, score]) => `${name} ${Math.round(score * 1000) / 1000}`);
  const tree = withDag && failure.dag !== undefined ? dagTree(failure.dag, detail) : undefined;
  return [
    `### Failure ${place.number} of ${place.of} (failed ${failure.attempts === 1 ? 'once' : `${failure.attempts} times`})`,
    `Task: ${preview(failure.task, detail.taskChars)}`,
    `Ended: ${endText(failure.end, detail)}`,
    `Answer: ${failure.answer === undefined ? 'none' : preview(failure.answer, detail.taskChars)}`,
    `Scores: ${scores.length === 0 ? 'none' : scores.join(', ')}`,
    `Feedback: ${clip(failure.feedback, detail.taskChars)}`,
    ...(failure.dag === undefined || failure.dag.droppedNodes === 0
      ? []
      : [
          `The run went on for ${failure.dag.droppedNodes} more calls and returns than are recorded: of functions that called neither tool nor model.`,
        ]),
    ...(tree === undefined ? [] : ['Run:', fenced(tree.length === 0 ? '(nothing was recorded)' : tree.join('\n'))]),
  ].join('\n');
}

function endText(end: RunEnd, detail: Detail): string {
  switch (end.kind) {
    case 'answered':
      return 'answered';
    case 'guest-error': {
      const site = end.site === undefined ? '' : ` at ${end.site}`;
      return `the harness threw ${end.name}: ${clip(end.message, detail.argumentChars * 2)}${site}`;
    }
    case 'invalid-answer':
      return `the answer did not fit its schema: ${clip(end.message, detail.argumentChars * 2)}`;
    case 'limit':
      return `stopped at the limit \`${end.limit}\`: ${clip(end.message, detail.argumentChars * 2)}`;
    case 'crash':
      return `the harness's process died: ${clip(end.message, detail.argumentChars * 2)}`;
    case 'missing':
      return `no result (not the harness's fault): ${clip(end.message, detail.argumentChars * 2)}`;
  }
}
