const imul = Math.imul;
const charCode = String.prototype.charCodeAt;
const apply = Reflect.apply;

/** 32 well-mixed bits of text and salt (FNV-1a with a murmur finish). */
function hash32(text: string, salt: number): number {
  let bits = 0x811c9dc5 ^ salt;
  for (let index = 0; index < text.length; index += 1) {
    bits = imul(bits ^ apply(charCode, text, [index]), 0x01000193);
  }
  bits = imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A stream of uniform numbers in [0, 1), equal for equal seeds: sfc32 (Chris Doty-Humphrey, PractRand). */
export function seededRandom(seed: string): () => number {
  let a = hash32(seed, 1);
  let b = hash32(seed, 2);
  let c = hash32(seed, 3);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let warmUp = 0; warmUp < 15; warmUp += 1) next();
  return next;
}
