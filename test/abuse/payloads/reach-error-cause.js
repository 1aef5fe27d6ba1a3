// MUST NOT: follow cause, errors and suppressed of a failed call into the host
const e = await settled(() => host.call('fail', { a: 1 }));
const more = [e, e.cause, e.errors, e.stack, e.origin, e.domain, e.code];
for (const key of Reflect.ownKeys(e)) { try { more.push(e[key]); } catch (x) { more.push(x); } }
const all = await settled(() => Promise.any([host.call('fail', 1), host.call('fail', 2)]));
more.push(all, ...(all.errors || []));
return (await lootedAny(more)) || 'safe';
