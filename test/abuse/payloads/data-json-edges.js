// MUST NOT: get a value across that is no JSON, or change one on its way
const same = [0, 1e21, 5e-324, 1.7976931348623157e308, 9007199254740991, -9007199254740991, 0.1, '', 'x\u0000y', '\ud800', '\udc00\ud800', '\u202eabc', 'e\u0301', '\u2028\u2029', '\ufeff', [], {}, [null], [[[[[[]]]]]], { '': 1, ' ': 2, '__proto__x': 3 }, true, { length: -1 }, { 0: 'a', 1: 'b' }, '\\u0000', '"},{"t":"end"', 'cready\ncready\r\n'];
for (const value of same) {
  const back = await host.call('echo', value);
  if (JSON.stringify(back) !== JSON.stringify(value)) return 'WRONG: ' + JSON.stringify(value) + ' came back as ' + JSON.stringify(back);
}
const zero = await host.call('echo', -0);
if (!Object.is(zero, 0)) return 'WRONG: -0 crossed';
const none = [NaN, Infinity, -Infinity, Symbol('x'), 1n, Object(1n), () => 1, new Date(NaN), new Map([[1, 2]]), new Set([1]), /x/, new Error('x'), Promise.resolve(1), new Uint8Array(2), new ArrayBuffer(2), new WeakMap(), [, 1], Object(Symbol('x')), { a: [undefined] }];
const crossed = [];
for (const value of none) { try { await host.call('echo', value); crossed.push(typeof value === 'symbol' ? 'symbol' : Object.prototype.toString.call(value)); } catch (e) { if (!(e instanceof Error)) return 'ESCAPED: an error of another realm'; } }
return crossed.length === 0 ? 'safe' : 'WRONG: values crossed that are no JSON: ' + crossed.join(' ');
