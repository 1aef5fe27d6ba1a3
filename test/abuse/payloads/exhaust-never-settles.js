// MUST NOT: keep a run open that waits for nothing
// ENDS: guest-error
await host.call('echo', 1);
await new Promise(() => {});
