// MUST NOT: leave something in the realm that a later run finds
const places = [globalThis, Object.prototype, Array.prototype, Function.prototype, Promise.prototype, Promise, JSON, Math, Symbol, Error, Error.prototype, Object.getPrototypeOf(async () => {}), Object.getPrototypeOf(function* () {}), Object.getPrototypeOf([][Symbol.iterator]()), host.call, Reflect, Date];
if (typeof console === 'object') places.push(console);
if (typeof __wire === 'function') places.push(__wire);
if (rt) places.push(rt, rt.tools);
const mark = Symbol.for('espalier.abuse.mark');
const found = places.filter((place) => { try { return place[mark] !== undefined || place.abuseMark !== undefined; } catch (e) { return false; } });
if (found.length > 0) return 'ESCAPED: found the mark of an earlier run in ' + found.length + ' places';
for (const place of places) { try { Object.defineProperty(place, mark, { value: 1, configurable: true }); } catch (e) {} try { Object.defineProperty(place, 'abuseMark', { value: 1, configurable: true }); } catch (e) {} }
return 'PLANTED';
