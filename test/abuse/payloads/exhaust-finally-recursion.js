// MUST NOT: hang the host by recursion that starts again from every finally
// ENDS: limit, guest-error
const f = () => { try { f(); } finally { f(); } };
f();
