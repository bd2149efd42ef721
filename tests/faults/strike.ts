// `bun --preload strike.ts main.ts …`: the program, which kills itself where STRIKE says. It watches
// what goes to the database and to the file system, and so needs no help of the program's.
import { createRequire } from 'node:module';
import { type Strike, steps } from './steps.ts';

type Call = (...args: unknown[]) => unknown;

const strike: Strike = JSON.parse(process.env.STRIKE ?? '');
const step = steps[strike.step];
let counts = strike.counts === 'at once';
let seen = 0;
process.on('SIGUSR2', () => {
  counts = true;
});

/** Does the work, and dies before or after it where it is the one that was chosen. */
function watch(event: string, work: () => unknown): unknown {
  if (!counts || !(seen === 0 ? step.begins : step.counts).test(event)) return work();
  seen += 1;
  if (seen !== strike.nth) return work();
  if (strike.moment === 'before') die();
  const result = work();
  return result instanceof Promise ? result.then(die, die) : die();
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;); // the signal is on its way
}

/** Puts another method in the place of one, which it gets bound. */
function replace(target: object, name: string, by: (method: Call) => Call): void {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') throw new Error(`there is no ${name} to watch`);
  Reflect.set(target, name, function (this: unknown, ...args: unknown[]) {
    return by((...given) => Reflect.apply(method, this, given))(...args);
  });
}

/** Watches a function of files: `file`, its name, and the paths that it gets. */
const file =
  (name: string) =>
  (method: Call): Call =>
  (...args) => {
    const paths = args.filter((arg) => typeof arg === 'string');
    return watch(['file', name, ...paths].join(' '), () => method(...args));
  };

// Built-ins must be changed before anybody imports them by name, this file included. What PGlite
// writes of its own accord is too much to count.
const require = createRequire(import.meta.url);
const [files, promises] = [require('node:fs'), require('node:fs/promises')];
for (const name of ['rename', 'rm', 'unlink', 'mkdir', 'fsync']) {
  replace(files, `${name}Sync`, file(name));
}
for (const name of ['rename', 'rm', 'unlink', 'mkdir']) replace(promises, name, file(name));
replace(promises, 'open', (method) => async (...args) => {
  if (!String(args[1]).startsWith('w')) return method(...args);
  const opened = await file('open')(method)(...args);
  replace(Object(opened), 'sync', file('sync'));
  replace(Object(opened), 'writeFile', (write) => (data) => watch('file write', () => write(data)));
  return opened;
});

// Either database. The embedded one has done a statement once it has answered; a server does it, too, where it is
// on its way.
const driver = createRequire(require.resolve('@mikro-orm/postgresql'));
replace(driver('pg').Client.prototype, 'query', (method) => (query, ...rest) => {
  const text = typeof query === 'string' ? query : String(Object(query).text);
  let sent: unknown;
  watch(text, () => {
    sent = method(query, ...rest);
    return process.env.DATABASE_URL ? sent : (Object(sent).result ?? sent);
  });
  return sent;
});
