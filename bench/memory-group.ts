// A control group that limits the memory of processes, including the page cache of their files, as
// a container does. Linux only, as root: versions 1 and 2 of control groups.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const versions = [
  {
    parent: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    most: 'memory.max_usage_in_bytes',
    events: 'memory.oom_control',
  },
  {
    parent: '/sys/fs/cgroup',
    limit: 'memory.max',
    most: 'memory.peak',
    events: 'memory.events',
  },
] as const;

export type MemoryGroup = ReturnType<typeof createMemoryGroup>;

/** Makes a group of that many megabytes, which ends with this process. Throws where none can be made. */
export function createMemoryGroup(megabytes: number) {
  const version = versions.find(({ parent }) => existsSync(parent)) ?? versions[1];
  const group = join(version.parent, `tennis-bench-${process.pid}`);
  const read = (file: string) => readFileSync(join(group, file), 'utf8');
  mkdirSync(group);
  process.on('exit', () => rmdirSync(group));
  writeFileSync(join(group, version.limit), String(megabytes * 2 ** 20));
  return {
    megabytes,
    /** The command line that runs these words in the group. */
    within: (words: readonly string[]) => [
      '/bin/sh',
      '-c',
      'echo $$ > "$0" && exec "$@"',
      join(group, 'cgroup.procs'),
      ...words,
    ],
    /** The most megabytes that it had. */
    most: () => Number(read(version.most)) / 2 ** 20,
    /** How many processes the system ended for want of memory. */
    killed: () => Number(/^oom_kill (\d+)$/m.exec(read(version.events))?.[1] ?? 0),
  };
}
