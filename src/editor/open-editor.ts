import type { Editor, OpenEditor } from '../ports/editor.js';
import type { HarnessInterface } from '../ports/interface.js';
import { admitHarness } from './admit-harness.js';
import { checkEditSet } from './check-edit-set.js';
import { FUNCTION_CHARS } from './edit-limits.js';
import { harnessDeclarations } from './harness-declarations.js';
import { harnessLeaks } from './harness-leaks.js';
import { link } from './link.js';
import { harnessFunctions } from './locate-functions.js';
import { parseReply } from './parse-reply.js';
import { version } from './version.js';
import { openWorkspace } from './workspace.js';

/** Opens an editor for one family's interface. @throws InputError when the interface's declarations do not parse. */
export const openEditor: OpenEditor = (iface: HarnessInterface): Editor => {
  const workspace = openWorkspace(iface);
  const versionOf: Editor['version'] = (files) => version(files, iface.hash);
  return {
    admit(files) {
      admitHarness(workspace, files);
      return versionOf(files);
    },
    version: versionOf,
    functions: harnessFunctions,
    declarations: harnessDeclarations,
    functionChars: FUNCTION_CHARS,
    parse: parseReply,
    check: (files, editSet, rules) => checkEditSet(workspace, versionOf, files, editSet, rules),
    leaks: (files, grownFrom, rules) => harnessLeaks(workspace, files, grownFrom, rules),
    link: (files) => link(files, { version: versionOf(files) }),
  };
};
