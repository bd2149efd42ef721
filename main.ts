#!/usr/bin/env bun
import { runProcess } from './commands/process.ts';

await runProcess();
