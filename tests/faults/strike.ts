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
  return result instanceof Promise ? result.then(die) : die();
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

// The embedded database: a call has all messages of a statement, its text in the first of them or, where
// it was prepared before, in another call's.
const { PGlite } = await import('@electric-sql/pglite');
const statements = new Map<string, string>();
replace(
  PGlite.prototype,
  'execProtocolRawStream',
  (method) =>
    (bytes, ...rest) =>
      watch(bytes instanceof Uint8Array ? statementIn(bytes) : '', () => method(bytes, ...rest)),
);

/** The statement that the messages execute. */
function statementIn(bytes: Uint8Array): string {
  const messages = Buffer.from(bytes);
  let statement = '';
  for (let at = 0; at < messages.length; at += 1 + messages.readUInt32BE(at + 1)) {
    const kind = String.fromCharCode(messages[at] ?? 0);
    const [first = '', second = ''] = messages.toString('utf8', at + 5).split('\0', 2);
    if (kind === 'P') statements.set(first, second);
    if (kind === 'B') statement = statements.get(second) ?? '';
    if (kind === 'Q') statement = first;
  }
  return statement;
}

// A PostgreSQL server.
const driver = createRequire(require.resolve('@mikro-orm/postgresql'));
replace(driver('pg').Client.prototype, 'query', (method) => (query, ...rest) => {
  const text = typeof query === 'string' ? query : String(Object(query).text);
  return watch(text, () => method(query, ...rest));
});
