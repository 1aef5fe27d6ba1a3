// MUST NOT: hang or crash the host by reading a thrown error
// ENDS: limit, guest-error
throw Object.defineProperties(new Error('x'), { stack: { get() { for (;;) {} } }, message: { get() { throw this; } }, name: { get() { return { toString() { throw 1; } }; } }, cause: { get() { throw new Error('c'); } } });
