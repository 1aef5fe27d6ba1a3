// MUST NOT: end twice, or otherwise than by its first word, by an answer that has a then
let calls = 0;
return { then(resolve, reject) { calls += 1; resolve(calls === 1 ? 'first' : 'ESCAPED: asked twice'); reject(new Error('second')); resolve('ESCAPED: third'); throw new Error('fourth'); } };
