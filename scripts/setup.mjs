// Makes a fresh clone ready: dependencies, the native SQLite addon, dist. Does nothing when all is there.
// Uses Node built-ins only, because it runs before anything is installed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfFiles, hashOfSource, npm, readStamp, root, run, say, secondsSince, writeStamp } from './project.mjs';

const oldestNode = [20, 19];

class SetupError extends Error {}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new SetupError(
    `Expected Node.js ${oldestNode.join('.')} or newer, got ${process.versions.node} (${process.execPath}).\n` +
      'Install a current Node.js from https://nodejs.org and run this again.',
  );
}

function requireGit() {
  if (run('git', ['--version']).code === 0) return;
  throw new SetupError(
    'Expected git on the PATH: harness versions are git commits.\n' +
      'Install it (Debian: apt-get install git; macOS: xcode-select --install) and run this again.',
  );
}

/** Not needed, so nothing stops: without it harness code runs at level `portable`. */
function adviseBubblewrap() {
  if (process.platform !== 'linux' || existsSync('/usr/bin/bwrap') || existsSync('/bin/bwrap')) return;
  say(
    'bubblewrap is not installed: harness code will run at isolation level `portable` (slower, no wall of the operating system). ' +
      'Debian and Ubuntu: sudo apt-get install bubblewrap',
  );
}

/** True when node_modules holds what package-lock.json names; packages for other platforms may be missing. */
function installedMatchesLock() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, wanted]) =>
      path === '' ||
      (installed[path] === undefined
        ? wanted.optional === true || wanted.peer === true
        : installed[path].integrity === wanted.integrity && existsSync(join(root, path))),
  );
}

function install() {
  const start = performance.now();
  say('Installing dependencies (npm ci). The SQLite addon may compile, which takes some minutes …');
  const result = npm(['ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=warn']);
  if (result.missing) {
    throw new SetupError('Expected npm on the PATH. It comes with Node.js: https://nodejs.org');
  }
  if (result.code !== 0) {
    throw new SetupError(
      `npm ci failed with exit code ${result.code}. What it printed:\n\n${result.output}\n${hint(result.output)}`,
    );
  }
  say(`Dependencies installed in ${secondsSince(start)}.`);
}

function hint(output) {
  if (/node-gyp|prebuild-install|better-sqlite3/.test(output)) {
    return (
      'better-sqlite3 found no prebuilt binary for this platform and could not be compiled.\n' +
      'Compiling needs python3, make and a C++ compiler (Debian: apt-get install python3 make g++; macOS:\n' +
      'xcode-select --install) and the headers of this Node.js, which node-gyp fetches. Then run this again.'
    );
  }
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRE|network/.test(output)) {
    return 'The package registry could not be reached. Check the network or `npm config get registry`, then run this again.';
  }
  if (/ENOSPC/.test(output)) return 'The disk is full. node_modules needs about 400 MB.';
  return 'Mend what npm names above, then run this again.';
}

const addonLoads = () =>
  run(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:').close()"]).code === 0;

function rebuildAddon() {
  const start = performance.now();
  say(`Building better-sqlite3 for Node.js ${process.versions.node} …`);
  const result = npm(['rebuild', 'better-sqlite3', '--foreground-scripts', '--loglevel=warn']);
  if (result.code !== 0 || !addonLoads()) {
    throw new SetupError(
      `better-sqlite3 does not load. What npm printed:\n\n${result.output}\n${hint('better-sqlite3')}`,
    );
  }
  say(`Built in ${secondsSince(start)}.`);
}

function build() {
  const start = performance.now();
  say('Compiling src to dist …');
  const result = run(process.execPath, [join(root, 'scripts', 'build.mjs')]);
  if (result.code !== 0) {
    throw new SetupError(`src does not compile. What tsc printed:\n\n${result.output}`);
  }
  say(`Compiled in ${secondsSince(start)}.`);
}

try {
  requireNode();
  requireGit();
  adviseBubblewrap();
  const abi = `${process.platform}-${process.arch}-${process.versions.modules}`;
  const lock = hashOfFiles(['package-lock.json']);
  if (readStamp().lock !== lock && !installedMatchesLock()) install();
  if (readStamp().abi !== abi || readStamp().lock !== lock) {
    if (!addonLoads()) rebuildAddon();
    writeStamp({ lock, abi });
  }
  if (!existsSync(join(root, 'dist', 'index.js')) || readStamp().source !== hashOfSource()) build();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(`\nSetup stopped. ${error.message}`);
  process.exitCode = 2;
}
