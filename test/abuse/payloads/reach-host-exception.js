// MUST NOT: catch an exception of the host that is thrown when the stack runs out inside the bridge
const seen = new Set();
const trip = (work) => { const down = () => { try { work(); } catch (e) { seen.add(e); if (seen.size > 40) throw e; } down(); }; try { down(); } catch (e) { seen.add(e); } };
trip(() => console.log(seen));
trip(() => new Date().toString());
trip(() => new Intl.DateTimeFormat('en').format());
trip(() => { throw new Error('deep').stack; });
trip(() => [3, 2, 1].sort(() => host.missing()));
for (const e of seen) {
  const found = await lootedAny([e, e && e.cause, e && e.errors, e && e.error, e && e.suppressed]);
  if (found) return found;
}
return 'safe';
