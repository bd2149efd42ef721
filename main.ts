#!/usr/bin/env bun
import { servers } from './commands/servers.ts';
import { restartWithSmallHeap } from './shared/runtime.ts';

if (servers.includes(process.argv[2] ?? '')) restartWithSmallHeap();
// Loaded only now, so that a server doesn't load it twice.
const { runProcess } = await import('./commands/process.ts');
await runProcess();
