/** Thrown by `rt.tools.<name>(…)` when the tool refuses its arguments or finds nothing: an observation to recover from. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** Thrown by `rt.llm.*` when the model gives no usable reply. */
export class LlmError extends Error {
  override readonly name = 'LlmError';
}
