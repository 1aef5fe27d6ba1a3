// MUST NOT: have more calls in flight than are allowed
// ENDS: limit
await Promise.all(Array.from({ length: 20000 }, (_, n) => host.call('echo', n)));
