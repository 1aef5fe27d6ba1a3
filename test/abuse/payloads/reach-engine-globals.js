// MUST NOT: find what an engine's shell, a server or a browser has: modules, files, workers, sockets, shared memory
const found = [];
for (const name of ['std', 'os', 'bjson', 'scriptArgs', 'print', 'loadFile', 'loadScript', 'evalScript', 'Worker', 'gc', 'd8', 'quit', 'read', 'navigator', 'fetch', 'XMLHttpRequest', 'WebSocket', 'Deno', 'Bun', 'require', 'module', 'process', '__filename', '__dirname', 'Module', 'HEAP8', 'wasmMemory', 'QTS_Eval', 'crypto', 'structuredClone', 'MessageChannel', 'BroadcastChannel', 'SharedArrayBuffer', 'Atomics', 'WebAssembly']) {
  let value;
  try { value = globalThis[name]; } catch (e) { found.push(name); continue; }
  if (value === undefined) continue;
  const reached = await looted(value);
  if (reached) return reached;
  found.push(name + ':' + typeof value);
}
try { const text = std.loadFile('@CANARY_FILE@'); if (text) return 'ESCAPED: read ' + text; } catch (e) {}
try { os.exec(['touch', '@PWNED_FILE@']); } catch (e) {}
return found.length === 0 ? 'safe' : 'ESCAPED: globals ' + found.join(' ');
