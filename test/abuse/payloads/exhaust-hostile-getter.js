// MUST NOT: hang the host while the answer is read
// ENDS: limit, guest-error
return { a: 1, get b() { for (;;) {} } };
