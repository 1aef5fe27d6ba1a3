import type { CheckResult, EditRules, Reason } from '../ports/editor.js';
import type { EditSet } from '../ports/edit-set.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { VersionId } from '../task/ids.js';
import { applyEdits } from './apply-edits.js';
import {
  budgetReasons,
  scopeReasons,
  signatureReasons,
  sizeReasons,
  strayReasons,
  writtenRanges,
} from './edit-limits.js';
import { openFold } from './fold-constants.js';
import { moduleReasons } from './file-reasons.js';
import { findLeaks, HELD_OUT_LEAK, tellingIn } from './leaks.js';
import type { Telling } from './leak-index.js';
import { harnessSource } from './locate-functions.js';
import { differenceOf, outlineOf, type Outline } from './outline.js';
import { removedReferences } from './removed-references.js';
import type { Workspace } from './workspace.js';

/** Most reasons that one refusal gives. */
const MOST_REASONS = 20;

/** Applies an edit set and holds the candidate against every rule. Gives all reasons found, in source order. */
export function checkEditSet(
  workspace: Workspace,
  versionOf: (files: HarnessFiles) => VersionId,
  files: HarnessFiles,
  editSet: EditSet,
  rules: EditRules,
): CheckResult {
  const applied = applyEdits(files, editSet);
  const reasons: Reason[] = [...applied.reasons];
  const candidate = applied.files;
  const changedFiles = Object.keys(candidate)
    .filter((file) => candidate[file] !== files[file])
    .sort();
  if (changedFiles.length === 0) {
    if (reasons.length === 0) {
      reasons.push({ rule: 'target', message: 'the edit set changes nothing; edit at least one function' });
    }
    return verdict(reasons, () => ({
      kind: 'candidate',
      files: candidate,
      version: versionOf(candidate),
      changed: [],
    }));
  }

  const edited = new Set(
    editSet.edits.flatMap((edit) => (edit.op === 'replace' || edit.op === 'remove' ? [edit.function] : [])),
  );
  if (applied.removed.length > 0) {
    reasons.push(...removedReferences(workspace.load(files), applied.removed, edited));
  }
  const loaded = workspace.load(candidate);
  const before = outlines(files, (file, text) => harnessSource(file, text));
  const after = outlines(candidate, (file, text) => loaded.sources.get(file) ?? harnessSource(file, text));
  const difference = differenceOf(before, after);
  reasons.push(
    ...strayReasons(difference, editSet, new Set(Object.keys(files))),
    ...scopeReasons(difference, editSet, rules),
    ...budgetReasons(difference, rules),
    ...sizeReasons(difference),
    ...signatureReasons(difference),
  );

  const fold = openFold(loaded.program.getTypeChecker());
  reasons.push(...moduleReasons(workspace, loaded, changedFiles, fold));
  // Types of a candidate that lacks some of its edits, or whose callers no longer fit, would only repeat the cause.
  if (!reasons.some(({ rule }) => TYPE_NOISE.has(rule))) {
    for (const file of loaded.sources.keys()) {
      for (const { line, message } of workspace.typeErrors(loaded, file)) {
        const at = `${file}:${String(line)}`;
        if (!reasons.some((reason) => reason.at === at && reason.rule !== 'size'))
          reasons.push({ rule: 'type', at, message });
      }
    }
  }

  let heldOut = false;
  let known: ReadonlySet<Telling> | undefined;
  const tellingBefore = (): ReadonlySet<Telling> =>
    (known ??= tellingIn(
      new Map(Object.entries(files).map(([file, text]) => [file, harnessSource(file, text)])),
      rules.leaks,
    ));
  const written = writtenRanges(difference);
  for (const [file, source] of loaded.sources) {
    const whole = Object.hasOwn(files, file) ? [] : [{ start: 0, end: source.text.length }];
    const ranges = [...(written.get(file) ?? []), ...whole];
    if (ranges.length === 0) continue;
    const leaks = findLeaks(file, source, ranges, rules.leaks, fold, tellingBefore);
    reasons.push(...leaks.reasons);
    heldOut ||= leaks.heldOut;
  }

  return verdict(
    reasons,
    () => ({
      kind: 'candidate',
      files: candidate,
      version: versionOf(candidate),
      changed: [
        ...difference.added.map(({ id }) => id),
        ...difference.replaced.map(([, { id }]) => id),
        ...difference.removed.map(({ id }) => id),
      ].sort(),
    }),
    heldOut,
  );
}

const TYPE_NOISE: ReadonlySet<Reason['rule']> = new Set(['parse', 'target', 'shape', 'signature']);

function outlines(
  files: HarnessFiles,
  sourceOf: (file: string, text: string) => ReturnType<typeof harnessSource>,
): ReadonlyMap<string, Outline> {
  return new Map(Object.entries(files).map(([file, text]) => [file, outlineOf(file, sourceOf(file, text))]));
}

function verdict(reasons: readonly Reason[], accept: () => CheckResult, heldOut = false): CheckResult {
  // The held-out reason stands last, so that its position says nothing either.
  const room = heldOut ? MOST_REASONS - 1 : MOST_REASONS;
  const [first, ...rest] = [...inSourceOrder(reasons).slice(0, room), ...(heldOut ? [HELD_OUT_LEAK] : [])];
  return first === undefined ? accept() : { kind: 'refused', reasons: [first, ...rest] };
}

/** By file, then line; reasons about edits that could not be applied come first, in the order of the edits. */
export function inSourceOrder(reasons: readonly Reason[]): readonly Reason[] {
  return reasons
    .map((reason, index) => ({ reason, index, place: placeKey(reason.at) }))
    .sort((a, b) => compare(a.place.text, b.place.text) || a.place.line - b.place.line || a.index - b.index)
    .map(({ reason }) => reason);
}

function placeKey(at: string | undefined): { readonly text: string; readonly line: number } {
  if (at === undefined || at.startsWith('edits')) return { text: '', line: 0 };
  const [, file = '', line = '0'] = /^(.*):(\d+)$/.exec(at) ?? [];
  return { text: file, line: Number(line) };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
