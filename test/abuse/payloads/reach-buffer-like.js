// MUST NOT: pass for a Buffer or a typed array of the host and get at its memory pool
const seen = [];
const bytes = new Uint8Array(8);
for (const proto of [Array.prototype, Function.prototype, null]) { try { seen.push(Object.setPrototypeOf(new Uint8Array(8), proto)); } catch (e) { seen.push(e); } }
const fake = { type: 'Buffer', data: [1, 2, 3], buffer: bytes.buffer, byteLength: 1 << 30, byteOffset: -1, length: 1 << 30 };
for (const view of [bytes, fake, new DataView(bytes.buffer), ...seen]) {
  const back = await settled(() => host.call('echo', view));
  if (back && back !== fake && back.buffer instanceof ArrayBuffer && back.buffer.byteLength > 8) return 'ESCAPED: a pool of ' + back.buffer.byteLength + ' bytes';
  seen.push(back);
}
if (typeof Buffer !== 'undefined') return 'ESCAPED: Buffer, with a pool of ' + Buffer.from('x').buffer.byteLength + ' bytes';
return (await lootedAny(seen)) || 'safe';
