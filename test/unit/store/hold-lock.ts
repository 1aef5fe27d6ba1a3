// A child process for tests: holds the lock of a store until it is killed.
import { writeSync } from 'node:fs';
import { lockStore } from '../../../src/store/lock.js';

const [file = ''] = process.argv.slice(2);
lockStore(file, 'oak-1');
writeSync(1, 'held\n');
setInterval(() => undefined, 1_000);
