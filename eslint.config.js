import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Modules that few rooms of src may import, and why. `rooms` are folders under src/. */
const reserved = [
  { name: 'ts-morph', rooms: ['editor'], message: 'Only the editor knows TypeScript; go through the Editor port.' },
  {
    name: 'vm2',
    rooms: ['sandbox'],
    message: 'vm2 is no boundary by itself; run harness code through the Sandbox port.',
  },
  {
    name: 'better-sqlite3',
    rooms: ['store', 'families'],
    message: 'One writer: the journal. Go through the RunStore port.',
  },
  { name: 'node:child_process', rooms: ['sandbox'], message: 'Use execa, which kills what it started.' },
  { name: 'child_process', rooms: [], message: 'Use execa, which kills what it started.' },
  {
    name: 'execa',
    rooms: ['optimizer', 'sandbox', 'versions'],
    message: 'Processes start in optimizer, sandbox and versions.',
  },
];

const restrictions = (room) => [
  'error',
  { paths: reserved.filter(({ rooms }) => !rooms.includes(room)).map(({ name, message }) => ({ name, message })) },
];

const roomsWithReserved = [...new Set(reserved.flatMap(({ rooms }) => rooms))];

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Use a named export: one name for one thing, everywhere.',
};

/** What holds for every TypeScript file, typed or not. */
const everywhere = {
  'no-restricted-syntax': ['error', noDefaultExport],
  eqeqeq: 'error',
  'no-console': 'error',
  'no-implicit-coercion': 'error',
  'no-param-reassign': 'error',
  'object-shorthand': 'error',
  // `typeof import('x')` is the one way to type a package that is loaded late.
  '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
  // `type X = { [k: string]: … }` is as good a name as an interface, and sometimes the only one that TypeScript infers through.
  '@typescript-eslint/consistent-type-definitions': 'off',
  '@typescript-eslint/consistent-indexed-object-style': 'off',
  '@typescript-eslint/consistent-type-assertions': [
    'error',
    { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
  ],
  // An underscore says that a parameter is there for its place alone.
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
};

export default tseslint.config(
  // Folders in test/fixtures hold frozen material; what lies beside them is code.
  // Grown harnesses stand as they were accepted, byte for byte.
  {
    ignores: [
      'dist/',
      'coverage/',
      'test/fixtures/*/',
      'test/abuse/payloads/',
      'traces/',
      'gates/',
      'harnesses/*',
      '!harnesses/baselines',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,

  {
    files: ['src/**/*.{ts,mts}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.test.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...everywhere,
      'max-lines': ['error', 300],
      'no-restricted-imports': restrictions(undefined),
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { allowDefaultCaseForExhaustiveSwitch: false, considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/prefer-readonly': 'error',
      // Numbers and booleans print as one expects; objects and undefined do not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      // Ports are async for those who must wait; who need not wait writes `async` all the same.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-empty-function': ['error', { allow: ['arrowFunctions'] }],
      // What was caught as `unknown` is thrown on as it came; literals are not thrown.
      '@typescript-eslint/only-throw-error': 'off',
      'no-throw-literal': 'error',
      // Spreading a string gives its code points, which is what is meant.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // Rooms are closures, not classes: what they hand out has no `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      // Statistics and parsing read best with an index.
      '@typescript-eslint/prefer-for-of': 'off',
    },
  },
  ...roomsWithReserved.map((room) => ({
    files: [`src/${room}/**/*.{ts,mts}`],
    rules: { 'no-restricted-imports': restrictions(room) },
  })),

  {
    // Guest-safe: what runs inside the guest finds no Node.js there, and takes built-ins before harness code can patch them.
    files: ['src/trace/**/*.ts', 'src/runtime/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['process', 'Buffer', 'require', 'fetch', 'performance', 'crypto', 'structuredClone', 'queueMicrotask'],
        ...['setTimeout', 'setInterval', 'setImmediate', 'URL', 'TextEncoder', 'TextDecoder', 'console'],
      ],
      // A wrapper that stands in for harness code has that code's `this`, and its own.
      '@typescript-eslint/no-this-alias': 'off',
      // Brands and prototype-less objects have no members to check.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
    },
  },
  {
    // Older endpoints know only the fields that the client library has since marked as deprecated.
    files: ['src/llm/**/*.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },

  {
    files: ['test/**/*.ts', 'bench/**/*.ts', '*.config.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.test.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...everywhere,
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/require-await': 'off',
      // A test may look into JSON that it has just parsed: what is wrong there fails the assertion.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/consistent-type-assertions': 'off',
    },
  },

  {
    // Harness code is type-checked by the editor, against its family's interface; here only its form is looked at.
    files: ['seeds/**/*.ts', 'harnesses/**/*.ts'],
    extends: [tseslint.configs.recommended],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport], '@typescript-eslint/no-unused-vars': 'off' },
  },

  {
    files: ['*.config.ts', '*.config.js'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        URL: 'readonly',
        AbortController: 'readonly',
        module: 'writable',
        require: 'readonly',
      },
    },
  },
);
