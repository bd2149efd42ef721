// Control groups, which limit processes as a container does. Linux only, as root: versions 1 and 2.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = '/sys/fs/cgroup';
let groups = 0;

/** Makes a group, which ends with this process. Throws where none can be made. */
function createGroup(controller: 'memory' | 'cpu') {
  const hasOwnTree = existsSync(join(root, controller)); // in version 1
  groups += 1;
  const folder = join(root, hasOwnTree ? controller : '', `tennis-bench-${process.pid}-${groups}`);
  mkdirSync(folder);
  process.on('exit', () => rmdirSync(folder));
  return {
    version: hasOwnTree ? 1 : 2,
    members: join(folder, 'cgroup.procs'),
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    write: (file: string, value: string | number) =>
      writeFileSync(join(folder, file), String(value)),
  } as const;
}

export type MemoryGroup = ReturnType<typeof createMemoryGroup>;

/** Makes a group of that many megabytes, including the page cache of its processes' files. */
export function createMemoryGroup(megabytes: number) {
  const { version, members, read, write } = createGroup('memory');
  const [limit, most, events] =
    version === 1
      ? ['memory.limit_in_bytes', 'memory.max_usage_in_bytes', 'memory.oom_control']
      : ['memory.max', 'memory.peak', 'memory.events'];
  write(limit, megabytes * 2 ** 20);
  return {
    megabytes,
    /** The command line that runs these words in the group. */
    within: (words: readonly string[]) => [
      '/bin/sh',
      '-c',
      'echo $$ > "$0" && exec "$@"',
      members,
      ...words,
    ],
    /** The most megabytes that it had. */
    most: () => Number(read(most)) / 2 ** 20,
    /** How many processes the system ended for want of memory. */
    killed: () => Number(/^oom_kill (\d+)$/m.exec(read(events))?.[1] ?? 0),
  };
}

/** Puts the process into a group of its own; returns what holds it to a share of a core, in percent. */
export function createHold(pid: number): (share: number) => void {
  const { version, members, write } = createGroup('cpu');
  writeFileSync(members, String(pid));
  const periodUs = 100_000;
  if (version === 1) write('cpu.cfs_period_us', periodUs);
  return (share) => {
    const quotaUs = (share / 100) * periodUs;
    if (version === 1) write('cpu.cfs_quota_us', share < 100 ? quotaUs : -1);
    else write('cpu.max', `${share < 100 ? quotaUs : 'max'} ${periodUs}`);
  };
}
