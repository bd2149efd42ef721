// Preloaded into a process (`bun --preload`) and its threads, before anything else takes hold of node:fs:
// writes down what they do to the files under POWER_LOSS_ROOT, and when a 201 is sent.
import type { PathLike } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { bytesFile, type Step, stepsFile } from './steps.ts';

const root = process.env.POWER_LOSS_ROOT ?? '';
const folder = process.env.POWER_LOSS_RECORDING ?? '';
const fs = process.getBuiltinModule('node:fs');
const real = { ...fs };
const steps = real.openSync(join(folder, stepsFile), 'a');
const threads = process.getBuiltinModule('node:worker_threads');
const { threadId } = threads;
const bytes = real.openSync(join(folder, bytesFile(threadId)), 'a');
/** The descriptors of files and folders under the root. */
const watched = new Set<number>();

function note(step: Step): void {
  real.writeSync(steps, `${JSON.stringify(step)}\n`);
}

/** Notes that these matches must be there after any power cut to come. */
export function acknowledge(matchIds: readonly string[]): void {
  note(['acknowledge', matchIds]);
}

const isWatched = (path: PathLike) => path === root || String(path).startsWith(`${root}/`);

function opened(descriptor: number, path: PathLike): void {
  if (!isWatched(path)) {
    watched.delete(descriptor);
    return;
  }
  watched.add(descriptor);
  note(['open', descriptor, String(path)]);
}

const truncates = (flags: unknown) =>
  typeof flags === 'number'
    ? (flags & real.constants.O_TRUNC) !== 0
    : String(flags).startsWith('w');

const patches = {
  openSync(path: PathLike, flags: string | number = 'r', mode?: number): number {
    const descriptor = real.openSync(path, flags, mode);
    opened(descriptor, path);
    if (isWatched(path) && truncates(flags)) note(['truncate', String(path), 0]);
    return descriptor;
  },
  writeSync(to: number, data: Uint8Array, offset: number, length: number, position: number) {
    if (!watched.has(to)) return real.writeSync(to, data, offset, length, position);
    const written = real.writeSync(to, data, offset, length, position);
    real.writeSync(bytes, data, offset, written);
    note(['write', to, position, written, threadId]);
    return written;
  },
  writeFileSync(path: PathLike, data: string | Uint8Array, options?: { mode?: number }): void {
    if (!isWatched(path)) {
      real.writeFileSync(path, data, options);
      return;
    }
    const descriptor = patches.openSync(path, 'w', options?.mode);
    const content = Buffer.from(data);
    patches.writeSync(descriptor, content, 0, content.length, 0);
    real.closeSync(descriptor);
  },
  fsyncSync(descriptor: number): void {
    real.fsyncSync(descriptor);
    if (watched.has(descriptor)) note(['sync', descriptor]);
  },
  truncateSync(path: PathLike, size = 0): void {
    real.truncateSync(path, size);
    if (isWatched(path)) note(['truncate', String(path), size]);
  },
  mkdirSync(path: PathLike, options?: Parameters<typeof real.mkdirSync>[1]) {
    const made = real.mkdirSync(path, options);
    if (isWatched(path)) note(['mkdir', String(path)]);
    return made;
  },
  renameSync(from: PathLike, to: PathLike): void {
    real.renameSync(from, to);
    if (isWatched(from)) note(['rename', String(from), String(to)]);
  },
  unlinkSync(path: PathLike): void {
    real.unlinkSync(path);
    removed(path);
  },
  rmdirSync(path: PathLike): void {
    real.rmdirSync(path);
    removed(path);
  },
  rmSync(path: PathLike, options: Parameters<typeof real.rmSync>[1]): void {
    real.rmSync(path, options);
    removed(path);
  },
};

function removed(path: PathLike): void {
  if (isWatched(path)) note(['remove', String(path)]);
}

const openPromise = real.promises.open;
const promises = {
  async open(path: PathLike, ...more: [flags?: string | number, mode?: number]) {
    const file = await openPromise(path, ...more);
    opened(file.fd, path);
    const sync = file.sync.bind(file);
    file.sync = async () => {
      const { fd } = file;
      await sync();
      if (watched.has(fd)) note(['sync', fd]);
    };
    return file;
  },
};

Object.assign(fs, patches);
Object.assign(fs.promises, promises);

class RecordedThread extends threads.Worker {
  constructor(program: string | URL, options?: WorkerOptions) {
    super(program, { ...options, preload: [import.meta.filename] } as WorkerOptions);
  }
}
Object.assign(threads, { Worker: RecordedThread });

const serve = Bun.serve;
Object.assign(Bun, {
  serve(options: { fetch: (this: unknown, ...args: unknown[]) => Promise<Response> }) {
    return Reflect.apply(serve, Bun, [
      {
        ...options,
        async fetch(...args: unknown[]) {
          const response = await options.fetch.apply(this, args);
          if (response.status === 201)
            acknowledge([basename(response.headers.get('location') ?? '')]);
          return response;
        },
      },
    ]);
  },
});
