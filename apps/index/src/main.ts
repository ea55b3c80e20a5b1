#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { commandLine } from './commands.ts';
import { inThread } from './threads.ts';

if (isMainThread) {
  const version = () =>
    (
      JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
        version: string;
      }
    ).version;
  process.exitCode = await commandLine(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    version,
    threads: new URL(import.meta.url),
  });
} else await inThread();
