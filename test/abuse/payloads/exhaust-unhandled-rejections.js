// MUST NOT: end the process by rejections that nobody handles
// ENDS: answered
for (let n = 0; n < 2000; n += 1) { void Promise.reject(n % 2 ? new Error('u' + n) : { get stack() { throw 1; }, get message() { for (;;) {} } }); void (async () => { throw null; })(); }
await host.call('echo', 1);
return 'safe';
