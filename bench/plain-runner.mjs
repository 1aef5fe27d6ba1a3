// A guest process without any wall: the lines of the sandbox's runner, a plain node:vm context a run.
import { setImmediate } from 'node:timers';
import { writeSync } from 'node:fs';
import { createContext, Script } from 'node:vm';

const write = (line) => writeSync(1, `${line}\n`);
let script;
let doors;
let over = false;

function makeRealm() {
  over = false;
  const context = createContext({
    __espalier_send: (text) => {
      if (over) return;
      over = text.startsWith('{"t":"end"');
      write(`g${text}`);
    },
  });
  script.runInContext(context);
  doors = new Script('__espalier').runInContext(context);
}

function deliver(line) {
  const text = line.slice(1);
  if (line.startsWith('L')) {
    script = new Script(JSON.parse(text));
    makeRealm();
    write('cready');
  } else if (line.startsWith('S')) doors.start(text);
  else doors.reply(text);
  setImmediate(() => {
    if (!over) return;
    makeRealm();
    write('cready');
  });
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) deliver(line);
});
process.stdin.on('end', () => process.exit(0));
