import type picocolors from 'picocolors';

/** Terminal colours, or their absence. */
export type Colors = ReturnType<typeof picocolors.createColors>;
