import type { Json } from '../task/json.js';
import { settleText } from '../trace/native-error.js';
import { Recorder } from '../trace/recorder.js';
import { describeError, installStackFormat } from './describe-error.js';
import { droppedMember, openHostCalls } from './guest-calls.js';
import { closeWorld } from './guest-globals.js';
import { guestRuntime } from './guest-runtime.js';
import { installErrorClasses } from './error-classes.js';
import { installJsonParse } from './json-parse.js';
import { jsonText } from './json-text.js';
import { nodesText } from './node-text.js';
import { seededRandom } from './random.js';
import type { Runtime } from './runtime.js';
import { installClock, virtualClock } from './virtual-clock.js';
import type { ReplyMessage, StartMessage } from './wire.js';

const parse = JSON.parse;
const NativePromise = Promise;
const then = Promise.prototype.then;
const apply = Reflect.apply;
const define = Object.defineProperty;
const freeze = Object.freeze;

/** The harness's entry, required late so that its module state is born inside the run. */
export type LoadMain = () => { readonly main: (task: Json, rt: Runtime) => unknown };

interface GuestGlobal {
  __espalier_send?: (text: string) => void;
}

/**
 * Makes this realm a guest: defines `globalThis.__espalier`, takes `globalThis.__espalier_send` away and waits for
 * `start`. One run a realm.
 */
export function installGuest(loadMain: LoadMain): void {
  const world = globalThis as unknown as GuestGlobal; // the runner put the function there before this script
  const send = world.__espalier_send;
  if (typeof send !== 'function') throw new TypeError('The runner must define globalThis.__espalier_send first.');
  delete world.__espalier_send;
  // Settling a promise with a promise looks `then` up: our own waiting on the harness must not go through a patched one.
  void define(Promise.prototype, 'then', { value: then, writable: false, configurable: false });
  installStackFormat();

  let deliver: ((message: ReplyMessage) => void) | undefined;
  const espalier = freeze({
    start(text: string): void {
      // Both texts come from our own host, which wrote them from typed values.
      deliver ??= startRun(parse(text) as StartMessage, loadMain, send);
    },
    reply(text: string): void {
      deliver?.(parse(text) as ReplyMessage);
    },
  });
  define(globalThis, '__espalier', { value: espalier });
}

function startRun(
  start: StartMessage,
  loadMain: LoadMain,
  send: (text: string) => void,
): (message: ReplyMessage) => void {
  const clock = virtualClock();
  const onMemoryFull = (): void => {
    send('{"t":"memory"}');
  };
  const recorder = new Recorder(
    start.limits,
    (nodes) => {
      send(`{"t":"nodes","nodes":${nodesText(nodes)}${droppedMember(recorder.dropped)}}`);
    },
    onMemoryFull,
  );
  const note = (text: string): void => {
    recorder.note(text);
  };
  closeWorld(globalThis, note, start.limits.logLines);
  installErrorClasses(globalThis);
  installJsonParse();
  installClock(globalThis, clock);
  define(Math, 'random', { value: seededRandom(start.seed), writable: true, configurable: true });
  define(globalThis, '__espalier_trace', { value: recorder });
  const calls = openHostCalls(recorder, send);

  let ended = false;
  const end = (body: string): void => {
    if (ended) return;
    ended = true;
    calls.close();
    const nodes = nodesText(recorder.takePending());
    send(`{"t":"end",${body},"nodes":${nodes},"dropped":${jsonText(recorder.dropped, 'dropped')}}`);
  };
  const fail = (thrown: unknown): void => {
    settleText(thrown, onMemoryFull);
    end(`"ok":false,"error":${jsonText(describeError(thrown), 'error')}`);
  };
  const finish = (answer: unknown): void => {
    let text: string;
    try {
      if (recorder.exhausted !== undefined) throw recorder.exhausted;
      if (answer === undefined) throw new TypeError('main must return the answer, but it returned undefined.');
      text = jsonText(answer, 'answer');
    } catch (error) {
      fail(error);
      return;
    }
    end(`"ok":true,"value":${text}`);
  };

  try {
    const result = loadMain().main(start.task, guestRuntime(start.tools, calls, note));
    const settled = new NativePromise<unknown>((resolve) => {
      resolve(result);
    });
    void apply(then, settled, [finish, fail]);
  } catch (error) {
    fail(error);
  }
  return (message) => {
    clock.tick();
    calls.reply(message);
  };
}
