import type { Isolation, RunLimits, Sandbox } from '../ports/sandbox.js';
import { createSandbox } from '../sandbox/create-sandbox.js';
import type { EspalierConfig } from './config.js';

/**
 * The sandbox that a command works with: at the level of the command line, else of the config, else the best there is.
 * @throws SandboxError when that level does not hold on this machine, naming the layer and what mends it.
 */
export function workspaceSandbox(
  config: EspalierConfig,
  asked: 'auto' | Isolation | undefined,
  limits: RunLimits,
): Promise<Sandbox> {
  const { heapMb, dataMb } = limits;
  return createSandbox({ level: asked ?? config.sandbox ?? 'auto', memory: { heapMb, dataMb } });
}
