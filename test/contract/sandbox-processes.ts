import { readFileSync, readdirSync } from 'node:fs';

/** Ids of the guest processes of a parent, sorted. Linux only. */
export function guestProcesses(parent: number = process.pid): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isGuestOf(name, parent))
    .map(Number)
    .sort((a, b) => a - b);
}

function isGuestOf(name: string, parent: number): boolean {
  try {
    const [state = '', ppid = ''] = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (
      state !== 'Z' && Number(ppid) === parent && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('harness.js')
    );
  } catch {
    return false; // it ended while it was looked at
  }
}

/** Ids of all processes under one, at any depth. Linux only. */
export function descendants(parent: number): readonly number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function parentOf(name: string): number | undefined {
  try {
    return Number(
      readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return undefined; // it ended while it was looked at
  }
}

/** Whether a process is there and no zombie. */
export function alive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .startsWith('Z');
  } catch {
    return false; // no such process
  }
}
