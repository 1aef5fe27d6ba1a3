// MUST NOT: leave promises of this run that settle in a later one
globalThis.__left = [host.call('echo', 1), host.call('echo', 2), host.call('fail', 3)];
for (const one of globalThis.__left) one.then((value) => { try { host.call('count', value).catch(() => {}); } catch (e) {} }, () => {});
return 'left';
