#!/usr/bin/env bun
import { keepsHeapSmall } from './commands/servers.ts';
import { restartWithSmallHeap } from './shared/runtime.ts';

if (keepsHeapSmall(process.argv.slice(2))) restartWithSmallHeap();
// Loaded only now, so that a process that is replaced doesn't load it.
const { runProcess } = await import('./commands/process.ts');
await runProcess();
