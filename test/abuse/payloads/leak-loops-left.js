// MUST NOT: keep calling in a later run from a loop of this one
const loop = async () => { for (;;) await host.call('count'); };
for (let n = 0; n < 5; n += 1) loop().catch(() => {});
const spin = () => Promise.resolve().then(spin);
spin();
return 'left';
