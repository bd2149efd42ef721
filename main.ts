#!/usr/bin/env bun
import { restartWithSmallHeap } from './shared/runtime.ts';

const servers = ['serve', 'demo'];

if (servers.includes(process.argv[2] ?? '')) restartWithSmallHeap();
// Loaded only now, so that a server doesn't load it twice.
const { runProcess } = await import('./commands/process.ts');
await runProcess();
