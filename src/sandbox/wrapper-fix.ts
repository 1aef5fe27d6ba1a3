import { readFileSync } from 'node:fs';
import type { WrapperFault, WrapperName } from './wrappers.js';

/** Why a wrapper is not there, and what to do about it. */
export interface Diagnosis {
  readonly detail: string;
  readonly fix: string;
}

/** Reads a kernel setting; `undefined` where the kernel has none of that name. */
export type ReadSetting = (name: string) => string | undefined;

const PROFILE = `sudo tee /etc/apparmor.d/bwrap >/dev/null <<'EOF'
abi <abi/4.0>,
include <tunables/global>
profile bwrap /usr/bin/bwrap flags=(unconfined) {
  userns,
}
EOF
sudo apparmor_parser -r /etc/apparmor.d/bwrap`;

const PACKAGES: Readonly<Record<WrapperName, string>> = {
  bwrap: 'bubblewrap',
  setpriv: 'util-linux',
  prlimit: 'util-linux',
};

/** What keeps a wrapper from working on this machine, and the exact commands that mend it. */
export function diagnose(name: WrapperName, fault: WrapperFault, read: ReadSetting = kernelSetting): Diagnosis {
  switch (fault.kind) {
    case 'not-linux':
      return {
        detail: `${name} needs Linux; this is ${process.platform}`,
        fix: 'Run Espalier in a Linux container or virtual machine.',
      };
    case 'not-installed':
      return {
        detail: `${name} is not installed`,
        fix: `sudo apt-get install ${PACKAGES[name]}    (Fedora: dnf install, Alpine: apk add)`,
      };
    case 'does-not-start':
      return name === 'bwrap'
        ? namespaceFault(fault.output, read)
        : {
            detail: `${name} does not work: ${fault.output}`,
            fix: `Mend what ${name} says, or run outside of this container.`,
          };
  }
}

/** Why bubblewrap, which is there, does not start. */
export function namespaceFault(output: string, read: ReadSetting = kernelSetting): Diagnosis {
  const says = `bubblewrap does not start: ${output}`;
  if (read('kernel/apparmor_restrict_unprivileged_userns') === '1') {
    return {
      detail: `${says} (AppArmor restricts user namespaces: kernel.apparmor_restrict_unprivileged_userns = 1)`,
      fix: `${PROFILE}\nor, for all programs: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`,
    };
  }
  if (read('kernel/unprivileged_userns_clone') === '0') {
    return {
      detail: `${says} (kernel.unprivileged_userns_clone = 0)`,
      fix: 'sudo sysctl -w kernel.unprivileged_userns_clone=1',
    };
  }
  if (read('user/max_user_namespaces') === '0') {
    return { detail: `${says} (user.max_user_namespaces = 0)`, fix: 'sudo sysctl -w user.max_user_namespaces=15000' };
  }
  return {
    detail: `${says} (this looks like a container without user namespaces)`,
    fix: 'docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined … or run outside of the container',
  };
}

function kernelSetting(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    return undefined; // this kernel has no such setting
  }
}
