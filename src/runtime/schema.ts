import type { Json, JsonSchema } from '../task/json.js';

declare const value: unique symbol;
declare const optional: unique symbol;

/** A JSON Schema that remembers the TypeScript type of the values that it admits. */
export interface Schema<T> {
  readonly json: JsonSchema;
  /** Never there at run time; carries `T` for `Infer`. */
  readonly [value]?: T;
}

/** A member that an object may leave out. Only as a member of `s.object`. */
export interface OptionalSchema<T> extends Schema<T> {
  readonly [optional]: true;
}

/** The type of the values that a schema admits. */
export type Infer<S> = S extends Schema<infer T> ? T : never;

type Shape = Readonly<Record<string, Schema<unknown>>>;
type OptionalKeys<S extends Shape> = { [K in keyof S]: S[K] extends OptionalSchema<unknown> ? K : never }[keyof S];
type Flat<T> = { [K in keyof T]: T[K] };

/** The type of an object schema: optional members become optional properties. */
export type InferShape<S extends Shape> = Flat<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: Infer<S[K]> } & { [K in OptionalKeys<S>]?: Infer<S[K]> }
>;

export interface Described {
  readonly description?: string;
}
export interface StringOptions extends Described {
  readonly minLength?: number;
  readonly maxLength?: number;
}
export interface NumberOptions extends Described {
  readonly minimum?: number;
  readonly maximum?: number;
}
export interface ArrayOptions extends Described {
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The schema builder. Every call gives a new schema; nothing is checked here, the host validates. */
export interface SchemaBuilder {
  string(options?: StringOptions): Schema<string>;
  number(options?: NumberOptions): Schema<number>;
  integer(options?: NumberOptions): Schema<number>;
  boolean(options?: Described): Schema<boolean>;
  literal<const V extends string | number | boolean | null>(value: V, options?: Described): Schema<V>;
  enum<const V extends readonly [string, ...string[]]>(values: V, options?: Described): Schema<V[number]>;
  array<T>(item: Schema<T>, options?: ArrayOptions): Schema<T[]>;
  object<S extends Shape>(shape: S, options?: Described): Schema<InferShape<S>>;
  optional<T>(schema: Schema<T>): OptionalSchema<T>;
  nullable<T>(schema: Schema<T>): Schema<T | null>;
}

// The set of optional schemas stands beside them, so that `json` is JSON Schema and nothing else.
const optionals = new WeakSet<object>();

function schema<T>(json: Readonly<Record<string, Json>>, options?: object): Schema<T> {
  return { json: { ...json, ...options } };
}

/** @example const Hop = s.object({ query: s.string(), why: s.optional(s.string()) }) */
export const s: SchemaBuilder = {
  string: (options) => schema({ type: 'string' }, options),
  number: (options) => schema({ type: 'number' }, options),
  integer: (options) => schema({ type: 'integer' }, options),
  boolean: (options) => schema({ type: 'boolean' }, options),
  literal: (value, options) => schema({ const: value }, options),
  enum: (values, options) => schema({ type: 'string', enum: [...values] }, options),
  array: (item, options) => schema({ type: 'array', items: item.json }, options),
  object: (shape, options) => {
    const properties: Record<string, Json> = {};
    const required: string[] = [];
    for (const key of Object.keys(shape)) {
      const member = shape[key];
      if (member === undefined) continue;
      properties[key] = member.json;
      if (!optionals.has(member)) required.push(key);
    }
    return schema({ type: 'object', properties, required, additionalProperties: false }, options);
  },
  optional: <T>(inner: Schema<T>) => {
    // The brand has no value at run time; it tells `InferShape` what `optionals` tells `object`.
    const marked = { json: inner.json } as OptionalSchema<T>;
    optionals.add(marked);
    return marked;
  },
  nullable: (inner) => schema({ anyOf: [inner.json, { type: 'null' }] }),
};
