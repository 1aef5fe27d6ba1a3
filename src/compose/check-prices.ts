import { InputError } from '../task/error.js';
import type { BudgetCaps } from '../measure/budget.js';
import type { ModelConfig, OptimizerConfig } from './config.js';

/** A cap in dollars means nothing without prices. @throws InputError naming the price that is missing. */
export function checkPrices(caps: BudgetCaps, model: ModelConfig, optimizer: OptimizerConfig): void {
  if (caps.usd === undefined) return;
  if (model.name !== 'none' && model.price === undefined) {
    throw new InputError(
      `--budget-usd needs the price of model ${model.name}: set model.price { inputPerMTok, outputPerMTok } in the config.`,
    );
  }
  if (optimizer.name.startsWith('command:') && optimizer.priceUsdPerCall === undefined) {
    throw new InputError(
      '--budget-usd needs what one call of the optimizer command costs: set optimizer.priceUsdPerCall in the config, or --optimizer-price.',
    );
  }
  if (optimizer.name.startsWith('openai:') && optimizer.price === undefined) {
    throw new InputError(
      `--budget-usd needs the price of the optimizer ${optimizer.name}: set optimizer.price { inputPerMTok, outputPerMTok } in the config.`,
    );
  }
}
