// MUST NOT: keep a run busy by thenables that resolve to thenables
// ENDS: limit, guest-error, crash
const next = () => ({ then: (resolve) => resolve(next()) });
await next();
