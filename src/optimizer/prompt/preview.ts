import type { Json } from '../../task/json.js';

/** A text cut to about `chars` characters: head and tail stay, and how much is missing is said. */
export function clip(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const room = Math.max(chars - 16, 8);
  const head = text.slice(0, Math.ceil(room * 0.7)).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - Math.floor(room * 0.3)).replace(/^[\udc00-\udfff]/, '');
  return `${head}…(${text.length - head.length - tail.length} more)…${tail}`;
}

/** A JSON value as one line of about `chars` characters. Short members stay whole; long ones share what is left. */
export function preview(value: Json, chars: number): string {
  const whole = JSON.stringify(value);
  if (whole.length <= chars) return whole;
  if (typeof value === 'string') return JSON.stringify(clip(value, chars));
  if (isList(value)) {
    const shown = value.slice(0, Math.max(1, Math.min(value.length, Math.floor(chars / 40))));
    const parts = shareOut(
      shown.map((item) => ['', item] as const),
      chars,
    );
    const more = value.length > shown.length ? `, …(${value.length - shown.length} more)` : '';
    return `[${parts.join(', ')}${more}]`;
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value);
    const shown = entries.slice(0, Math.max(1, Math.floor(chars / 20)));
    const named = shown.map(([key, item]) => [`${JSON.stringify(key)}: `, item] as const);
    const more = entries.length > shown.length ? `, …(${entries.length - shown.length} more)` : '';
    return `{${shareOut(named, chars).join(', ')}${more}}`;
  }
  return whole;
}

/** True for a JSON array. */
export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Members from the shortest to the longest each get an equal share of what is still free; order stays. */
function shareOut(members: readonly (readonly [label: string, value: Json])[], chars: number): readonly string[] {
  const sized = members.map(([label, value], index) => ({ label, value, index, size: JSON.stringify(value).length }));
  const texts: string[] = [];
  let free = chars - members.reduce((sum, [label]) => sum + label.length + 2, 0);
  let left = members.length;
  for (const member of sized.sort((a, b) => a.size - b.size || a.index - b.index)) {
    const text = preview(member.value, Math.max(16, Math.floor(free / left)));
    texts[member.index] = member.label + text;
    free -= text.length;
    left -= 1;
  }
  return texts;
}
