export { z } from 'zod';
export {
  defineConfig,
  type EspalierConfig,
  type ModelConfig,
  type OptimizerConfig,
  type TaskFiles,
} from './compose/config.js';
export { growCommand as grow } from './compose/grow-command.js';
export type { GrowReport, GrowRequest } from './compose/grow-request.js';
export { evalCommand as evaluate, type EvalReport, type EvalRequest } from './compose/eval-command.js';
export { corpus } from './families/corpus/corpus.js';
export { loadHotpotQa } from './families/corpus/load-hotpotqa.js';
export { loadCorpusCases, loadPassages } from './families/corpus/load-jsonl.js';
export type { Passage } from './families/corpus/passage.js';
export { generateEncyclopedia, type Encyclopedia } from './families/encyclopedia/generate-encyclopedia.js';
export { defineFamily } from './families/define-family.js';
export { clusteredInterval, type Interval } from './measure/interval.js';
export { BackendFault, BudgetExhausted, EspalierError, InputError, ToolError } from './task/error.js';
export { splitCases } from './task/split.js';
export { loadCases } from './task/load-cases.js';
export type { Case, Splits } from './task/case.js';
export { caseId } from './task/ids.js';
export type { Json } from './task/json.js';
export type { Outcome } from './task/outcome.js';
export type { Environment, TaskFamily } from './ports/family.js';
export type { Arm, GrowResult } from './report/grow-result.js';
