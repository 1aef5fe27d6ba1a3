// MUST NOT: walk up callers and their arguments into the runner
const seen = [];
function up() { let f = up.caller; for (let n = 0; f && n < 50; n += 1) { seen.push(f); try { seen.push(f.arguments, ...(f.arguments || [])); f = f.caller; } catch (e) { seen.push(e); break; } } }
try { up(); } catch (e) { seen.push(e); }
await host.call('echo', 1);
try { up(); seen.push(arguments.callee.caller); } catch (e) { seen.push(e); }
try { [1, 2].sort(up); [1].map(up); 'x'.replace('x', up); JSON.stringify({ toJSON: up }); } catch (e) { seen.push(e); }
return (await lootedAny(seen)) || 'safe';
