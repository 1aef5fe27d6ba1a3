import type { ts } from 'ts-morph';

/** A value that an expression always has. */
export type Constant = string | number | boolean | null | readonly Constant[] | { readonly [key: string]: Constant };

/** Folds an expression to its constant value; `undefined` when it has none that can be told. Never runs code. */
export type Fold = (node: ts.Expression) => Constant | undefined;

/** Names bound while folding: the parameter of a callback that is mapped over a constant array. */
export type Bound = ReadonlyMap<string, Constant>;

/** The folder's own recursion, with names bound. */
export type FoldWith = (node: ts.Expression, bound: Bound) => Constant | undefined;

/** Longest text and array that folding makes; longer ones have no value. */
export const FOLD_LENGTH = 10_000;

/** True for a folded array. */
export const isList = (value: Constant | undefined): value is readonly Constant[] => Array.isArray(value);

/** What `+` and templates make of a primitive; `undefined` for arrays and objects. */
export const asText = (value: Constant | undefined): string | undefined =>
  value === undefined || (typeof value === 'object' && value !== null) ? undefined : String(value);

/** What arithmetic makes of a value; NaN for arrays and objects, which are not converted. */
export const asNumber = (value: Constant | undefined): number =>
  value === undefined || (typeof value === 'object' && value !== null) ? Number.NaN : Number(value);
