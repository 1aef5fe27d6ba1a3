import type { RandomStream } from '../../task/random.js';

const ONSETS = 'b br d dr f fl g gl h j k kr l m n p pl qu r s sk sl t th tr v vr w y z zh'.split(' ');
const VOWELS = 'a e i o u ae ei oa au ie'.split(' ');
const PLAIN_VOWELS = 'a e i o u'.split(' ');
const CODAS = 'l m n r s sk st nd rn lk x th v mb dr'.split(' ');
/** What a name is for; it decides how the name ends. */
export type NameUse = 'person' | 'surname' | 'place' | 'river';

const ENDS: Readonly<Record<NameUse, readonly string[]>> = {
  person: 'a e i o u el is on ys ane ith ort une eva ova im'.split(' '),
  surname: 'arin elk ovar uth imer askel odrin ent ulme ivane orrick eshaw ondle antry'.split(' '),
  place: 'mar dun wick holt vesk thorn quay rath moor stead fell garth lowe brack'.split(' '),
  river: 'ask une owel issen ourne ella ith emmer'.split(' '),
};

/** Makes names from syllables; each one only once, whatever it is for. */
export interface NameMaker {
  make(use: NameUse): string;
}

/** A maker that draws from `random`. The syllables are invented; a name of the real world could only come by accident. */
export function nameMaker(random: RandomStream): NameMaker {
  const used = new Set<string>();
  return {
    make(use) {
      for (;;) {
        const syllables = use === 'person' || random.chance(0.6) ? 1 : 2;
        let stem = '';
        for (let at = 0; at < syllables; at++)
          stem += random.pick(ONSETS) + random.pick(random.chance(0.25) ? VOWELS : PLAIN_VOWELS);
        const name = stem + random.pick(CODAS) + random.pick(ENDS[use]);
        if (name.length < 5 || name.length > 12 || used.has(name)) continue;
        used.add(name);
        return name.charAt(0).toUpperCase() + name.slice(1);
      }
    },
  };
}
