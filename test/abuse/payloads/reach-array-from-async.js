// MUST NOT: get functions of the host through Array.fromAsync and async iteration
const seen = [];
const source = { [Symbol.asyncIterator]() { return { next: (...a) => { seen.push(...a); return { then(resolve, reject) { seen.push(resolve, reject); resolve({ done: seen.length > 8, value: host.call('echo', 1) }); } }; }, return: (...a) => { seen.push(...a); return {}; } }; } };
if (typeof Array.fromAsync === 'function') {
  await settled(() => Array.fromAsync(source));
  await settled(() => Array.fromAsync.call(function (...a) { seen.push(this, ...a); return []; }, source));
  await settled(() => Array.fromAsync([host.call('fail', 1)]));
}
await settled(async () => { for await (const one of source) { seen.push(one); } });
return (await lootedAny(seen)) || 'safe';
