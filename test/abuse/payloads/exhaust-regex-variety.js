// MUST NOT: hang in a regular expression: backreferences, lookbehind, nested quantifiers
// ENDS: limit, guest-error
const text = 'a'.repeat(60) + '!';
return [/^(a|aa)+$/, /(x+x+)+y/, /(?<=^(a+)+)b/, /^(([a-z])+.)+[A-Z]([a-z])+$/, /^(a+)*\1b/].map((slow) => slow.test(text + 'x'.repeat(60)));
