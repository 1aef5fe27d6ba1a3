const remove = Reflect.deleteProperty;
const prototypeOf = Object.getPrototypeOf as (value: object) => object; // those asked for have one

/** Ways to real time, real concurrency, collection order, shared memory, the locale and the engine's own objects. */
const GLOBALS = [
  'Atomics',
  'Buffer',
  'FinalizationRegistry',
  'Float16Array',
  'GLOBAL',
  'InternalError',
  'Intl',
  'Iterator',
  'Proxy',
  'SharedArrayBuffer',
  'SuppressedError',
  'DisposableStack',
  'AsyncDisposableStack',
  'Temporal',
  'VMError',
  'WeakRef',
  'WebAssembly',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'global',
  'performance',
  'queueMicrotask',
  'root',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'structuredClone',
] as const;

/** What some engines have and others do not, beyond ES2023, which is what harness code is type-checked against. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Array: ['fromAsync'],
  Error: ['captureStackTrace', 'isError'],
  Map: ['groupBy'],
  Math: ['f16round', 'sumPrecise'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  RegExp: [
    ...['escape', 'input', 'lastMatch', 'lastParen', 'leftContext', 'rightContext', '$_', '$&', '$+', '$`', "$'"],
    ...['$1', '$2', '$3', '$4', '$5', '$6', '$7', '$8', '$9'],
  ],
  Set: ['groupBy'],
  Uint8Array: ['fromBase64', 'fromHex'],
};
const OF_PROTOTYPE: Readonly<Record<string, readonly string[]>> = {
  Array: ['toLocaleString'],
  ArrayBuffer: ['detached', 'transfer', 'transferToFixedLength'],
  BigInt: ['toLocaleString'],
  DataView: ['getFloat16', 'setFloat16'],
  Function: ['columnNumber', 'fileName', 'lineNumber'],
  Map: ['getOrInsert', 'getOrInsertComputed'],
  Object: ['__proto__'],
  Set: [
    ...['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union'],
  ],
  Uint8Array: ['setFromBase64', 'setFromHex', 'toBase64', 'toHex'],
  WeakMap: ['getOrInsert', 'getOrInsertComputed'],
};
const OF_ITERATORS = [
  ...['constructor', 'drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take'],
  ...['toArray', 'concat'],
];

type Holder = Readonly<Record<string, object | undefined>>;

/** Takes away what a harness may not have, and what it would have in one engine only. */
export function removeFeatures(target: object): void {
  const world = target as Holder & Readonly<Record<string, { readonly prototype?: object } | undefined>>; // a global object holds anything
  forEachList(MEMBERS, (name, members) => {
    drop(world[name], members);
  });
  forEachList(OF_PROTOTYPE, (name, members) => {
    drop(world[name]?.prototype, members);
  });
  drop(prototypeOf(prototypeOf([].values())), OF_ITERATORS);
  drop(target, GLOBALS);
}

function forEachList(
  lists: Readonly<Record<string, readonly string[]>>,
  use: (name: string, members: readonly string[]) => void,
): void {
  const names = Object.keys(lists);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index];
    if (name !== undefined) use(name, lists[name] ?? []);
  }
}

function drop(holder: object | undefined, names: readonly string[]): void {
  if (holder === undefined) return;
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index];
    if (name !== undefined) remove(holder, name);
  }
}
