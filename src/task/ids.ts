declare const brand: unique symbol;

/** A string that only the functions below may call an id of kind `Kind`. */
export type Branded<Kind extends string> = string & { readonly [brand]: Kind };

/** One line of a task file. Unique within the file. */
export type CaseId = Branded<'CaseId'>;
/** One run of `grow`; also the last part of its git branch. */
export type RunId = Branded<'RunId'>;
/** `file#Qualified.name` of a top-level function or a class member; nested functions belong to it. */
export type FunctionId = Branded<'FunctionId'>;
/** SHA-256 (hex) of a harness's source files and its interface. */
export type VersionId = Branded<'VersionId'>;
/** SHA-256 (hex) of what a trace means: no durations, no cache flags. */
export type TraceDigest = Branded<'TraceDigest'>;
/** SHA-256 (hex) of the growing state: code, cursor, window, attempts and training record. */
export type StateHash = Branded<'StateHash'>;
/** SHA-256 (hex) that seeds one run of the harness: run seed, phase, ordinal, arm, case and repeat. */
export type SamplingSeed = Branded<'SamplingSeed'>;

// Each cast is the one place where a plain string becomes that kind of id.
export const caseId = (text: string): CaseId => text as CaseId;
export const runId = (text: string): RunId => text as RunId;
export const functionId = (file: string, qualifiedName: string): FunctionId => `${file}#${qualifiedName}` as FunctionId;
export const asFunctionId = (text: string): FunctionId => text as FunctionId;
export const versionId = (text: string): VersionId => text as VersionId;
export const traceDigest = (text: string): TraceDigest => text as TraceDigest;
export const stateHash = (text: string): StateHash => text as StateHash;
export const samplingSeed = (text: string): SamplingSeed => text as SamplingSeed;
