// MUST NOT: fill the host's memory or terminal by printing
for (let n = 0; n < 20000; n += 1) { try { console.log('flood ' + n, 'x'.repeat(1000)); console.error('\x1b[2J\x07', n); } catch (e) { return 'no console'; } }
return 'safe';
