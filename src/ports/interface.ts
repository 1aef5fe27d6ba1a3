import type { JsonSchema } from '../task/json.js';

/** What harness code is type-checked against, per family: everything it may see of the world. */
export interface HarnessInterface {
  /** Declarations of the module `espalier/runtime` for this family: `Task`, `Answer`, `Tools`, `Runtime`, `s`. */
  readonly dts: string;
  readonly schemas: InterfaceSchemas;
  /** SHA-256 (hex) of `dts` and `schemas`; a part of every version's identity. */
  readonly hash: string;
}

export interface InterfaceSchemas {
  readonly task: JsonSchema;
  readonly answer: JsonSchema;
  readonly tools: Readonly<Record<string, ToolSchema>>;
}

export interface ToolSchema {
  readonly description: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

/** Harness source: path from the harness's root (`main.ts`, `hops/second.ts`) → text. Always has `main.ts`. */
export type HarnessFiles = Readonly<Record<string, string>>;
