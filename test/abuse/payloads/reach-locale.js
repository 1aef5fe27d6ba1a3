// MUST NOT: learn the machine's time zone or locale
const zone = [new Date(0).getTimezoneOffset(), /\+0000|UTC/.test(String(new Date(0)))];
try { zone.push(Intl.DateTimeFormat().resolvedOptions().timeZone); } catch (e) { zone.push('UTC'); }
const found = typeof Intl === 'object' && (await lootedAny([Intl, Intl.DateTimeFormat, new Intl.NumberFormat(), Intl.v8BreakIterator]));
if (found) return found;
return zone[0] === 0 && zone[1] && /UTC|GMT|Etc/.test(zone[2]) ? 'safe' : 'ESCAPED: zone ' + zone.join(' ');
