/** What touches the disk. */
import { open } from 'node:fs/promises';
import { isError } from 'avalanche-tx';
import { IOError } from '../../shared/failures.ts';

/** Runs what touches files. What fails is an `IOError`. */
export async function onDisk<T>(what: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (e) {
    if (isError(e) || typeof (e as NodeJS.ErrnoException).code !== 'string') throw e;
    throw new IOError(what, e as NodeJS.ErrnoException);
  }
}

/** Makes what happened to the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
