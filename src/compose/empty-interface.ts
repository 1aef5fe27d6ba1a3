import type { HarnessInterface } from '../ports/interface.js';

/** An interface without tools, for reading a harness's functions where nothing is type-checked. */
export const EMPTY_INTERFACE: HarnessInterface = { dts: '', schemas: { task: {}, answer: {}, tools: {} }, hash: '' };
