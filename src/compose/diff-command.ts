import { openEditor } from '../editor/open-editor.js';
import { functionChanges, type FunctionChange } from '../report/harness-diff.js';
import { EMPTY_INTERFACE } from './empty-interface.js';
import { readHarness } from './read-harness.js';

/** Functions that differ between two harnesses, each a folder or a git revision. */
export async function diffCommand(
  directory: string,
  before: string,
  after: string,
): Promise<readonly FunctionChange[]> {
  // Reading functions needs no family: nothing is type-checked.
  const editor = openEditor(EMPTY_INTERFACE);
  return functionChanges(
    editor.functions(await readHarness(directory, before)),
    editor.functions(await readHarness(directory, after)),
  );
}
