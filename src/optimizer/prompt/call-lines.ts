import type { Json } from '../../task/json.js';
import type { CallReply, HostCall } from '../../trace/trace.js';
import type { Detail } from './detail.js';
import { clip, isList, preview } from './preview.js';

/** A model or tool call as lines: the call with its arguments, then its reply; lists of objects one item a line. */
export function callLines(call: HostCall, detail: Detail, seen: Set<string>): readonly string[] {
  const head = `${call.kind === 'llm' ? 'model' : 'tool'} ${call.name}(${requestText(call, detail)})`;
  if (call.reply === undefined) return [`${head} → no reply: the run ended first`];
  const [first, ...rest] = replyLines(call.reply, detail, seen);
  return [`${head} → ${first ?? ''}`, ...rest.map((line) => `    ${line}`)];
}

function requestText(call: HostCall, detail: Detail): string {
  const { request } = call;
  if (call.kind === 'tool' || request === null || typeof request !== 'object' || isList(request)) {
    return preview(request, detail.argumentChars);
  }
  // The output schema of a model call stands in the harness's source; what was asked of the model does not.
  const asked = Object.fromEntries(Object.entries(request).filter(([key]) => key !== 'output' && key !== 'schema'));
  return preview(asked, detail.argumentChars * 3);
}

function replyLines(reply: CallReply, detail: Detail, seen: Set<string>): readonly string[] {
  if (!reply.ok) return [`threw ${reply.error.name}: ${clip(reply.error.message, detail.argumentChars)}`];
  const list = listWithin(reply.value);
  if (list === undefined) return [preview(reply.value, detail.replyChars)];
  const rows: string[] = [];
  let free = detail.replyChars;
  for (const [index, item] of list.items.entries()) {
    const row = itemText(item, detail, seen);
    if (index > 0 && row.length > free) {
      rows.push(`…(${list.items.length - index} more)`);
      break;
    }
    rows.push(`${index + 1}. ${row}`);
    free -= row.length;
  }
  return [`${list.label}${list.items.length} ${list.items.length === 1 ? 'item' : 'items'}`, ...rows];
}

/** An item whose texts a run has shown once is shown by their heads the next time, whatever its numbers (a rank, a score). */
function itemText(item: Json, detail: Detail, seen: Set<string>): string {
  if (!isObject(item)) return preview(item, detail.itemChars);
  const texts = Object.values(item).filter((member) => typeof member === 'string');
  const key = JSON.stringify(texts);
  if (seen.has(key) && key.length > 100) return `${preview(headsOf(item), detail.itemChars)} (seen above)`;
  seen.add(key);
  return preview(item, detail.itemChars);
}

const headsOf = (item: { readonly [key: string]: Json }): Json =>
  Object.fromEntries(
    Object.entries(item).map(([name, member]) => [
      name,
      typeof member === 'string' && member.length > 60
        ? `${member.slice(0, 30).replace(/[\ud800-\udbff]$/, '')}…`
        : member,
    ]),
  );

/** The list of objects that a reply is, or holds in its only member. */
function listWithin(value: Json): { readonly label: string; readonly items: readonly Json[] } | undefined {
  if (isList(value)) return value.some(isObject) ? { label: '', items: value } : undefined;
  if (!isObject(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0 || !isList(entry[1]) || !entry[1].some(isObject)) return undefined;
  return { label: `${entry[0]}: `, items: entry[1] };
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !isList(value);
