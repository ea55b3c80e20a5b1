#!/usr/bin/env node
/** Starts the command line. */
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The user's folder for caches: nobody else can write there, unlike to the temporary folder that is Node's default. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return XDG_CACHE_HOME || join(homedir(), '.cache');
}

/** Since Node 22.1. */
const { enableCompileCache } = module as {
  readonly enableCompileCache?: (folder: string) => unknown;
};
try {
  // What V8 compiles is kept for the next start. It must be enabled before anything else is imported.
  enableCompileCache?.(join(cacheFolder(), 'avalanche-tx'));
} catch {
  // Without a home there is no cache.
}

const { start } = await import('./standard.ts');
await start();
