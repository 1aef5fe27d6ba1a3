// The import table of docs/architecture.md as rules. Each says its reason.
const { builtinModules } = require('node:module');

/** Rooms of src/ → rooms that each may import besides itself. */
const base = ['task', 'trace', 'runtime'];
const portsAndAbove = [...base, 'ports'];
const mayImport = {
  task: { rooms: [], why: 'task is the ground that every room stands on.' },
  trace: { rooms: ['task'], why: 'A trace is read by every room and inside the guest.' },
  runtime: { rooms: ['task', 'trace'], why: 'runtime is all that harness code sees; more would leak into the guest.' },
  ports: { rooms: base, why: 'Ports are types between rooms; a port that knew a room would tie all others to it.' },
  llm: { rooms: portsAndAbove, why: 'Leaf rooms meet only through ports, so that each can be replaced.' },
  editor: { rooms: portsAndAbove, why: 'Leaf rooms meet only through ports, so that each can be replaced.' },
  sandbox: { rooms: portsAndAbove, why: 'The boundary around harness code must be readable without any other room.' },
  optimizer: { rooms: portsAndAbove, why: 'A proposer gets a window view and nothing else: no store, no gate.' },
  families: { rooms: portsAndAbove, why: 'A task family knows neither the loop nor the models that use it.' },
  versions: { rooms: portsAndAbove, why: 'Leaf rooms meet only through ports, so that each can be replaced.' },
  curriculum: { rooms: ['task', 'trace'], why: 'The curriculum is pure: its transitions are replayed and hashed.' },
  gate: { rooms: ['task'], why: 'A verdict is pure arithmetic over outcomes, so that replay can derive it again.' },
  telemetry: { rooms: ['task', 'trace'], why: 'Export reads stored traces and has no say in a run.' },
  store: {
    rooms: [...portsAndAbove, 'curriculum', 'gate'],
    why: 'The store keeps what others decide; it decides nothing.',
  },
  measure: {
    rooms: portsAndAbove,
    why: 'Grow, eval, compare and serve measure alike, so measuring knows none of them.',
  },
  grow: {
    rooms: [...portsAndAbove, 'curriculum', 'gate', 'store', 'measure'],
    why: 'The loop sees leaf rooms only through ports, so that recorded ones can take their place.',
  },
  replay: {
    rooms: [...portsAndAbove, 'curriculum', 'gate', 'store', 'measure', 'grow'],
    why: 'Replay runs the loop again over recorded parts, and checks gate records without it.',
  },
  deploy: { rooms: [...portsAndAbove, 'measure'], why: 'A frozen harness runs without store, gate and loop.' },
  report: { rooms: [...portsAndAbove, 'store'], why: 'Everything shown is read from the journal.' },
  compose: {
    rooms: [
      ...portsAndAbove,
      ...['llm', 'editor', 'sandbox', 'optimizer', 'families', 'versions', 'curriculum', 'gate', 'telemetry'],
      ...['store', 'measure', 'grow', 'replay', 'deploy', 'report'],
    ],
    why: 'compose wires rooms together; the command line is above it.',
  },
  cli: {
    rooms: ['task', 'compose', 'report'],
    why: 'The command line parses, calls, prints and exits; it has no logic. task gives it the base error.',
  },
};
const rooms = Object.keys(mayImport);

const roomRules = Object.entries(mayImport).map(([room, { rooms: allowed, why }]) => ({
  name: `room-${room}`,
  comment: `${room} may import ${allowed.length === 0 ? 'no other room' : allowed.join(', ')}. ${why}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
}));

const packageIn = (name, allowed, why) => ({
  name: `only-some-rooms-use-${name.replace('node:', '')}`,
  comment: `Only ${allowed.join(' and ')} may import ${name}. ${why}`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/(${allowed.join('|')})/` },
  to: { path: name.startsWith('node:') ? `^(node:)?${name.slice(5)}$` : `(^|/)node_modules/(@types/)?${name}/` },
});

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'room-is-in-the-table',
      comment:
        'A folder of src/ that is not in the table has no rule yet. Give it a line here and in docs/architecture.md.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: `^src/((${rooms.join('|')})/|index\\.ts$)` },
    },
    {
      name: 'guest-safe-no-node',
      comment:
        'trace and runtime run inside the guest, which has no Node.js: nothing that they reach may use a built-in. ' +
        '(task/hash.ts does, so it is not for them.)',
      severity: 'error',
      from: { path: '^src/(trace|runtime)/' },
      to: { path: `^(node:)?(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`, reachable: true },
    },
    {
      name: 'guest-safe-no-packages',
      comment: 'trace and runtime are linked into one script for the guest, which resolves no packages.',
      severity: 'error',
      from: { path: '^src/(trace|runtime)/' },
      to: { path: 'node_modules/' },
    },
    {
      name: 'pure-no-node',
      comment:
        'curriculum and gate are pure: same input, same answer, with no clock, disk or process. Hashing is the exception.',
      severity: 'error',
      from: { path: '^src/(curriculum|gate)/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    packageIn(
      'ts-morph',
      ['editor'],
      'The editor is all that knows how TypeScript is edited; a native compiler can follow.',
    ),
    packageIn('vm2', ['sandbox'], 'vm2 is no boundary by itself; sandbox puts the process around it.'),
    packageIn('better-sqlite3', ['store', 'families'], 'One writer keeps the journal; families read their corpora.'),
    packageIn('node:child_process', ['sandbox'], 'Other rooms start programs with execa, which kills what it started.'),
    packageIn(
      'execa',
      ['optimizer', 'sandbox', 'versions'],
      'Programs start in three places: optimizers by command, guest processes, git.',
    ),
    {
      name: 'families-load-natives-lazily',
      comment:
        'A family without a database must not need the native addon: families import better-sqlite3 dynamically.',
      severity: 'error',
      from: { path: '^src/families/' },
      to: { path: '(^|/)node_modules/(@types/)?better-sqlite3/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'one-barrel',
      comment:
        "src/index.ts and src/runtime/index.ts are the package's two exports; inside, name the file that you mean.",
      severity: 'error',
      from: { pathNot: '^src/index\\.ts$' },
      to: { path: '/index\\.ts$', pathNot: 'node_modules/' },
    },
    {
      name: 'no-other-barrel',
      comment: 'Barrels hide which file is meant and make cycles.',
      severity: 'error',
      from: { path: '^src/.+/index\\.ts$', pathNot: '^src/runtime/index\\.ts$' },
      to: {},
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one concept: put it in a third, or in one of them.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and that imports nothing is left over. Entry points are named here.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        pathNot: '^src/(index\\.ts|cli/main\\.ts|runtime/(index|guest)\\.ts|sandbox/child/)|\\.d\\.ts$',
      },
      to: {},
    },
    {
      name: 'no-dev-dependencies',
      comment: 'What src imports is installed with the package.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: '/@types/',
      },
    },
    {
      name: 'resolvable',
      comment: 'An import that resolves to nothing fails at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'src-knows-only-src',
      comment: 'dist is made from src alone.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts|seeds|harnesses)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
};
