import type { ToolValidators } from './schemas.js';
import { EspalierError, ToolError } from '../task/error.js';
import type { Json } from '../task/json.js';
import type { Environment } from '../ports/family.js';
import type { GuestCall, RunLimits } from '../ports/sandbox.js';
import { checked } from './checked.js';
import { withDeadline } from './deadline.js';

/**
 * One tool call: arguments and result validated, time and size bounded.
 * @throws ToolError for what the harness should learn from: bad arguments, the tool's own answer, too large a result.
 * @throws BackendFault when the backend broke or did not answer in time.
 * @throws EnvironmentBroken when the family's own code does not keep what its interface declares.
 */
export async function callTool(
  environment: Environment,
  validators: ToolValidators,
  call: GuestCall,
  limits: RunLimits,
  signal: AbortSignal,
): Promise<Json> {
  const args = checked(validators.args, call.args);
  if (!args.ok) throw new ToolError(`${call.name} got arguments of the wrong shape.\n${args.problem}`);
  const tool = environment.tools[call.name];
  if (!tool)
    throw new EnvironmentBroken(`The family's open() gave no tool "${call.name}", which its interface declares.`);
  let value: Json;
  try {
    value = await withDeadline(
      limits.toolMs,
      signal,
      `tool ${call.name}`,
      (inner) => tool(args.value, inner),
      'limits.toolMs',
    );
  } catch (error) {
    if (error instanceof EspalierError) throw error;
    // A tool that breaks on what it was asked is an answer too; only a BackendFault says that the world broke.
    throw new ToolError(
      `${call.name} failed: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
      { cause: error },
    );
  }
  const result = checkedResult(call.name, value, limits.messageBytes);
  const read = checked(validators.result, result);
  if (read.ok) return result;
  throw new EnvironmentBroken(
    `Tool "${call.name}" returned a value that the output schema of its family refuses. Mend the tool or the schema.\n${read.problem}`,
  );
}

function checkedResult(name: string, value: Json, maxBytes: number): Json {
  let text: string;
  try {
    // As it crosses: what the family changes in its own object later is no part of this reply.
    text = jsonText(value ?? null);
  } catch (error) {
    throw new EnvironmentBroken(`Tool "${name}" returned a value that is not JSON: ${String(error)}`, { cause: error });
  }
  const bytes = Buffer.byteLength(text, 'utf8');
  if (bytes > maxBytes) {
    throw new ToolError(
      `${name} returned ${String(bytes)} bytes; at most ${String(maxBytes)} may cross. Ask for less.`,
    );
  }
  return JSON.parse(text) as Json; // written by JSON.stringify
}

function jsonText(value: unknown): string {
  // undefined for a function or a symbol, whatever the declared type says
  const text: unknown = JSON.stringify(value);
  if (typeof text !== 'string') throw new TypeError(`a ${typeof value} has no JSON text`);
  return text;
}

/** The family's own code is broken: stop, and say where. */
export class EnvironmentBroken extends EspalierError {
  readonly code = 'ENVIRONMENT';
}
