// Tries what a guest must not be able to do, in a process that is started as a guest's is, and prints what it reached.
// Arguments: port of a listener, file to read, file to write, id of a process to end.
import { spawnSync } from 'node:child_process';
import { fstatSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

const [port = '', canary = '', target = '', victim = ''] = process.argv.slice(2);

const attempt = (act: () => boolean): boolean => {
  try {
    return act();
  } catch {
    return false; // a wall: that is the answer
  }
};

const connected = await new Promise<boolean>((resolve) => {
  try {
    const socket = connect(Number(port), '127.0.0.1');
    socket.setTimeout(500, () => resolve(false));
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
  } catch {
    resolve(false); // newer versions of Node.js refuse at once
  }
});
/** `device:inode` of each open file above the three pipes. */
const files: string[] = [];
for (let fd = 3; fd < 1_024; fd += 1) {
  attempt(() => {
    const { dev, ino } = fstatSync(fd);
    return files.push(`${String(dev)}:${String(ino)}`) > 0;
  });
}
const reached = {
  connect: connected,
  read: attempt(() => readFileSync(canary).length > 0),
  write: attempt(() => {
    writeFileSync(target, 'written');
    return true;
  }),
  spawn: attempt(() => spawnSync(process.execPath, ['--version']).status === 0),
  signal: attempt(() => process.kill(Number(victim), 'SIGKILL')),
  // Bubblewrap itself sets the folder's name; PWD=/ tells nothing.
  env: Object.keys(process.env).some((name) => name !== 'PWD' && name !== '__CF_USER_TEXT_ENCODING'),
  files,
};
process.stdout.write(`${JSON.stringify(reached)}\n`, () => process.exit(0));
