// MUST NOT: fill the registry of symbols, which all realms of a process share
// ENDS: limit, guest-error, crash
for (let n = 0; n < 3e7; n += 1) Symbol.for('filling the registry of symbols with number ' + n);
return 'RESOURCE: 30,000,000 symbols';
