// MUST NOT: make calls without end
// ENDS: limit
for (;;) await host.call('count');
