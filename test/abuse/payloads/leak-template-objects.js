// MUST NOT: find the state of a tagged template, a closure, a function or a cached regular expression of an earlier run
const tag = (strings) => strings;
const strings = tag`one${1}two`;
const marks = (globalThis.__templateMarks ??= new WeakMap());
const pattern = () => /x/g;
if (marks.has(strings) || pattern().lastIndex !== 0) return 'ESCAPED: the template object of an earlier run';
marks.set(strings, true);
function counter() {}
counter.count = (counter.count ?? 0) + 1;
return counter.count > 1 ? 'ESCAPED: the state of an earlier run' : 'PLANTED';
