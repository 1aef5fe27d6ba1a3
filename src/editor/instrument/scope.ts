/** How a function suspends. */
export type Suspends = 'never' | 'async' | 'generator' | 'async-generator';

/** The function whose code is being rewritten, as far as its hooks need to know. */
export interface Scope {
  readonly suspends: Suspends;
  /** The local that holds the id of the node this code counts as; `undefined` at the top of a module. */
  readonly own: string | undefined;
  /** The local that holds the node to give back to: the caller's, or for a generator the last resumer's. */
  readonly outside: string;
  /** Set for a function that has a node of its own: its returns are recorded under this name. */
  readonly name: string | undefined;
  /** The id that functions inside count as. */
  readonly functionId: string | undefined;
  /** The local for a value that is tested before it is returned. */
  readonly value: string;
  /** The local that says that `value` is being returned, in functions that return inside `try … finally`. */
  readonly held: string | undefined;
}

/** The top of a module. */
export const MODULE_SCOPE: Scope = Object.freeze({
  suspends: 'never',
  own: undefined,
  outside: '',
  name: undefined,
  functionId: undefined,
  value: '',
  held: undefined,
});

/** True where a resumption may find another current node than the code's own. */
export const suspends = (scope: Scope): boolean => scope.suspends !== 'never';

export const isGenerator = (scope: Scope): boolean =>
  scope.suspends === 'generator' || scope.suspends === 'async-generator';
