import type { FailureView } from '../../ports/window-view.js';
import type { Json } from '../../task/json.js';

/** What a failing trace shows. A failure may have several. */
export const SYMPTOMS = ['no-call', 'empty', 'error', 'missing', 'dropped', 'hop-ended'] as const;
export type Symptom = (typeof SYMPTOMS)[number];

/** The share of failures, in [0, 1], that show each symptom; `undefined` without traces. */
export type Symptoms = Readonly<Record<Symptom, number>>;

/** All strings of a JSON value. */
function* stringsOf(value: Json | undefined): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* stringsOf(one as Json);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* stringsOf(one);
}

/** Short strings of results are names of things, longer ones are what is said of them. */
const LONGEST_NAME = 100;

/**
 * Reads one failure. The feedback of a training case may name what was wanted: a result that it names and the answer lacks
 * was found and then dropped; a part of it that stands inside a result, but was never a result, is a hop that ended early.
 */
export function symptomsOf(failure: FailureView): ReadonlySet<Symptom> {
  const found = new Set<Symptom>();
  const calls = (failure.dag?.calls ?? []).filter((call) => call.kind === 'tool');
  if (failure.end.kind !== 'answered' && failure.end.kind !== 'missing') found.add('error');
  if (calls.length === 0) return found.add('no-call');
  if (calls.some((call) => call.reply?.ok === false)) found.add('error');
  if (calls.some((call) => call.reply?.ok === true && Array.isArray(call.reply.value) && call.reply.value.length === 0))
    found.add('empty');

  const results = new Set(calls.flatMap((call) => (call.reply?.ok === true ? [...stringsOf(call.reply.value)] : [])));
  const given = new Set(stringsOf(failure.answer));
  const named = [...results].filter((text) => text.length <= LONGEST_NAME && failure.feedback.includes(text));
  const wanted = failure.feedback
    .split(/[;:]/)
    .map((part) => closed(part.trim()))
    .filter((part) => part.length > 2 && part.length <= LONGEST_NAME && !part.includes('"'));
  const ended = wanted.some((part) => !results.has(part) && [...results].some((text) => text.includes(bare(part))));
  if (named.some((name) => !given.has(name))) found.add('dropped');
  if (ended) found.add('hop-ended');
  if (!found.has('dropped')) found.add('missing');
  return found;
}

/** Without the bracket that closes a list of names. */
const closed = (part: string): string =>
  part.endsWith(')') && part.split(')').length > part.split('(').length ? part.slice(0, -1) : part;

/** Without a qualifier in brackets, which other texts leave out. */
const bare = (name: string): string => name.replace(/\s*\([^()]*\)$/, '');

/** What the failures of a window show together; `undefined` when no trace is shown. */
export function readSymptoms(failures: readonly FailureView[]): Symptoms | undefined {
  const traced = failures.filter((failure) => failure.dag !== undefined).map(symptomsOf);
  if (traced.length === 0) return undefined;
  const share = (symptom: Symptom): number => traced.filter((one) => one.has(symptom)).length / traced.length;
  return {
    'no-call': share('no-call'),
    empty: share('empty'),
    error: share('error'),
    missing: share('missing'),
    dropped: share('dropped'),
    'hop-ended': share('hop-ended'),
  };
}
