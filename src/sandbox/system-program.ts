import { existsSync } from 'node:fs';

/** Where a program of the system is; guests never take one from the caller's PATH. */
export const systemProgram = (name: string): string | undefined =>
  ['/usr/bin/', '/bin/'].map((folder) => folder + name).find((path) => existsSync(path));
