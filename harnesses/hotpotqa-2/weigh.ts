import type { Runtime } from 'espalier/runtime';
import { gather, type Library } from './corpus.js';
import { normalise } from './text.js';

/**
 * The words of the question that tell something, normalised, each with the score of its best passage: rare words weigh
 * more. Question words and function words are left out, so that no passage is chosen for them; when nothing
 * else stands in the question, they count.
 */
export async function weighWords(question: string, library: Library, rt: Runtime): Promise<Map<string, number>> {
  const idle = new Set(
    ('a an the of in on at to by for from with as and or but not no it its he she his her him they them their this that these those '
      + 'there is are was were be been being am do does did has have had can could will would may which what who whom whose when '
      + 'where why how than then also both s').split(' '),
  );
  const tokens = [...new Set(question.split(/[^\p{L}\p{N}]+/u).filter((token) => token.length > 1))];
  const telling = tokens.filter((token) => !idle.has(token.toLowerCase()));
  const weights = new Map<string, number>();
  for (const word of (telling.length > 0 ? telling : tokens).slice(0, 45)) {
    const key = normalise(word).trim();
    if (weights.has(key)) continue;
    const scratch: Library = { passages: new Map(), tried: new Set(), callsLeft: 1 };
    library.callsLeft -= 1;
    weights.set(key, await gather(word, 1, scratch, rt));
  }
  return weights;
}
