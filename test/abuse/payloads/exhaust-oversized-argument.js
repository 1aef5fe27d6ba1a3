// MUST NOT: send the host a line without bound
// ENDS: limit
await host.call('echo', 'x'.repeat(6 << 20));
