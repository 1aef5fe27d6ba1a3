// MUST NOT: leave patched built-ins to a later run
// ENDS: answered, guest-error, crash
const evil = () => 'patched';
const list = [[JSON, ['parse', 'stringify']], [Promise.prototype, ['then', 'catch']], [Promise, ['resolve', 'all']], [Array.prototype, ['push', 'map', 'join', Symbol.iterator]], [Object, ['keys', 'defineProperty', 'getPrototypeOf']], [Reflect, ['apply', 'ownKeys']], [String.prototype, ['slice', 'split']], [RegExp.prototype, ['exec']], [Function.prototype, ['call', 'apply', 'toString']], [Map.prototype, ['get', 'set']], [Number, ['isFinite']], [Math, ['random']], [Date, ['now']]];
for (let at = 0; at < list.length; at += 1) for (let n = 0; n < list[at][1].length; n += 1) { try { list[at][0][list[at][1][n]] = evil; } catch (e) {} }
return 'left';
