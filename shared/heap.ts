// How much memory a process's heap takes.
import { basename } from 'node:path';
import { isCompiled } from './package-files.ts';
import { runtimeName } from './runtime.ts';

/**
 * Settings of an engine that works for long; it reads them once, at its start. A smaller heap costs processor
 * time. One for answers has fewer full collections, which hold up most, and makes up for it by more small ones
 * (docs/decisions/0030-a-servers-heap-is-kept-small.md).
 */
function heapSettings(heap: Heap) {
  const [allocated, free] = { work: ['16000000', '0.45'], answers: ['8000000', '0.40'] }[heap];
  return {
    BUN_JSC_forceRAMSize: '400000000', // the memory that it takes the machine to have, in bytes
    BUN_JSC_gcMaxHeapSize: allocated, // so many bytes are allocated between two collections
    BUN_JSC_minEdenToOldGenerationRatio: free, // with a smaller share free, the next collection is a full one
    MIMALLOC_PURGE_HOLES_MIN_INTERVAL: '10', // ms until the allocator looks again for what it can give back
  };
}

/** What a small heap is for: a command's bulk work, or a server's answers. */
export type Heap = 'work' | 'answers';

/** The releases of Bun that know these settings: others would not start with them. */
const knowing = /^bun 1\.4\./;

/**
 * Keeps the memory of a process small: left alone, Bun's engine lets garbage grow with the machine's
 * memory. So the process replaces itself (execve) with the same program and the same arguments. Its
 * id stays; of open files only standard input, output and error do.
 */
export function restartWithSmallHeap(heap: Heap): void {
  const settings = heapSettings(heap);
  const isTold = Object.keys(settings).some((name) => process.env[name]);
  if (isTold || !knowing.test(runtimeName) || !canRestart()) return;
  const { execPath, argv0, execArgv, argv } = process;
  const program = isCompiled ? [] : [...execArgv, ...argv.slice(1, 2)];
  try {
    process.execve?.(execPath, [argv0, ...program, ...argv.slice(2)], {
      ...process.env,
      ...settings,
    });
  } catch {
    // Where no program may be run, this one goes on as it is.
  }
}

/** Whether a restart would lose nothing: no channel to the parent, no open file, the same way to the program. */
function canRestart(): boolean {
  const { connected, execArgv, execPath, argv } = process;
  const startedByLoader = /^ld[-.]/.test(basename(execPath)); // which takes Bun as an argument
  const namesOpenFile = argv.some((word) => /^\/(dev|proc\/\w+)\/fd\//.test(word)); // as a shell's <(…)
  const goesElsewhere = execArgv.some((word) => word.startsWith('--cwd'));
  return !(connected || startedByLoader || namesOpenFile || goesElsewhere);
}
