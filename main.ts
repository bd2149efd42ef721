#!/usr/bin/env bun
import { heapOf } from './commands/servers.ts';
import { restartWithSmallHeap } from './shared/heap.ts';

const heap = heapOf(process.argv.slice(2));
if (heap) restartWithSmallHeap(heap);
// Loaded only now, so that a process that is replaced doesn't load it.
const { runProcess } = await import('./commands/process.ts');
await runProcess();
