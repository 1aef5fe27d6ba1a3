import { execa } from 'execa';

/** The version of the git on the PATH, such as `2.39.5`; `undefined` where there is none that starts. */
export async function gitVersion(): Promise<string | undefined> {
  const { failed, stdout } = await execa('git', ['--version'], { reject: false });
  return failed ? undefined : stdout.replace(/^git version /, '');
}
