import path from 'node:path';

/** Where a workspace keeps its store. */
export const storeFile = (directory: string): string => path.join(directory, 'traces', 'espalier.db');
