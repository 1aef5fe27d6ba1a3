import { createRequire } from 'node:module';
import type { Engine, Realm } from './engine.mjs';

/** The part of vm2 that is used. */
interface Vm2 {
  readonly VM: new (options: { readonly eval: false; readonly wasm: false }) => {
    setGlobal(name: string, value: unknown): void;
    run(script: unknown): unknown;
  };
  readonly VMScript: new (code: string, file: string) => { compile(): unknown };
}
type Doors = Pick<Realm, 'start' | 'reply'>;

/** V8, with a realm of vm2's for each run. Microtasks run by themselves, before the next turn of the event loop. */
export function openVm2(entry: string, guestFile: string): Engine {
  // Its own types are for a bundler's import; here it is required by its path.
  const { VM, VMScript } = createRequire(entry)(entry) as Vm2;
  let script: unknown;
  return {
    load(code) {
      script = new VMScript(code, guestFile);
    },
    realm(send) {
      const vm = new VM({ eval: false, wasm: false });
      vm.setGlobal('__espalier_send', send);
      vm.run(script);
      // Taken before any harness code runs; the guest's prelude has defined it.
      const doors = vm.run('__espalier') as Doors;
      return {
        start: (text) => {
          doors.start(text);
        },
        reply: (text) => {
          doors.reply(text);
        },
        drain: () => undefined,
        dispose: () => undefined,
      };
    },
  };
}
