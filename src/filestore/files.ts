/** Files that are written whole or not at all, and never through a link. */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { AvalancheError, isError } from '../errors/error.ts';

/** What the store needs of an open file. */
export interface OpenFile {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
  readFile(): Promise<Uint8Array>;
  stat(): Promise<{ isFile(): boolean }>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The functions of `node:fs/promises` that the store calls, so that tests can let each call fail. */
export interface Files {
  open(path: string, flags: number, mode?: number): Promise<OpenFile>;
  readdir(path: string): Promise<string[]>;
  lstat(path: string): Promise<{ isDirectory(): boolean }>;
  rename(from: string, to: string): Promise<void>;
  mkdir(
    path: string,
    options: { readonly recursive?: boolean; readonly mode: number },
  ): Promise<string | undefined>;
  rmdir(path: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

export const nodeFiles: Files = fs;

// Windows has neither, and needs special rights to make links.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
/** For reading, not through a link; a pipe in place of a file does not block. */
const toRead = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
/** For writing a file that exists. */
export const toOverwrite = O_WRONLY | O_NOFOLLOW | O_NONBLOCK;
/** For writing a file that does not exist, not even as a link. */
export const toCreate = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
export const fileMode = 0o600;
export const folderMode = 0o700;

export const codeOf = (e: unknown): string | undefined =>
  (e as { readonly code?: string } | undefined)?.code;

/** Runs a step; `undefined` if it fails because a file is not there. */
export async function unlessMissing<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step;
  } catch (e) {
    if (codeOf(e) === 'ENOENT') return undefined;
    throw e;
  }
}

/** The error for a failed call of the system. Others are returned as they are. */
export function storeError(operation: string, path: string, e: unknown): unknown {
  const reason = codeOf(e);
  if (isError(e) || typeof reason !== 'string') return e;
  const { message, path: own = path } = e as NodeJS.ErrnoException;
  return new AvalancheError(
    'StoreFailed',
    `cannot ${operation} ${path}: ${message}`,
    { operation, path: own, reason },
    { cause: e },
  );
}

/** The error for a path that has something else than a file or folder of ours, such as a link. */
const foreign = (path: string, what: 'file' | 'folder'): NodeJS.ErrnoException =>
  Object.assign(new Error(`is not a ${what} of its own, which a link is not either`), {
    code: what === 'file' ? 'ELOOP' : 'ENOTDIR',
    path,
  });

/** Writes all bytes from the beginning: a full disk takes a part of them without an error. */
export async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, at);
    if (bytesWritten === 0)
      throw Object.assign(new Error('ENOSPC: nothing more can be written'), { code: 'ENOSPC' });
    at += bytesWritten;
  }
}

/** Runs a step with an open file. An error of the step counts before one of the close. */
export async function withFile<T>(file: OpenFile, step: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await step();
  } catch (e) {
    await file.close().catch(() => {});
    throw e;
  }
  // Network file systems report here what they could not write.
  await file.close();
  return result;
}

/** Reads a file, not through a link; undefined if there is none. */
export async function readText(path: string, files: Files): Promise<string | undefined> {
  const file = await unlessMissing(files.open(path, toRead));
  if (file === undefined) return undefined;
  const bytes = await withFile(file, async () => {
    if (!(await file.stat()).isFile()) throw foreign(path, 'file');
    return file.readFile();
  });
  return new TextDecoder().decode(bytes);
}

/** Makes what happened to the names in a folder durable. */
export async function syncFolder(path: string, files: Files): Promise<void> {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  const folder = await files.open(path, O_RDONLY);
  await withFile(folder, () => folder.sync());
}

/** Deletes a file, or a link itself. @returns Whether there was one. */
export const deleteFile = async (path: string, files: Files): Promise<boolean> =>
  (await unlessMissing(files.unlink(path).then(() => true))) ?? false;

/**
 * Replaces a file by one with this text, or leaves it as it was. The text is on the disk when the promise resolves.
 * @param temporary A name on the same file system that is free.
 * @param verify Called directly before the file is replaced; throws if it must not be.
 */
export async function writeWhole(
  path: string,
  text: string,
  temporary: string,
  verify: () => Promise<void>,
  files: Files,
): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const file = await files.open(temporary, toCreate, fileMode);
  try {
    await withFile(file, async () => {
      await writeAll(file, bytes);
      await file.sync();
    });
    await verify();
    await files.rename(temporary, path);
  } catch (e) {
    await files.unlink(temporary).catch(() => {});
    throw e;
  }
  await syncFolder(dirname(path), files);
}

/** Verifies that a path is a folder itself, not a link to one. */
export async function verifyFolder(path: string, files: Files): Promise<void> {
  if (!(await files.lstat(path)).isDirectory()) throw foreign(path, 'folder');
}

/** Makes a folder with those above it, durably, for the user alone. One that exists stays as it is. */
export async function makeFolder(path: string, files: Files): Promise<void> {
  const made = await files.mkdir(path, { recursive: true, mode: folderMode });
  if (made !== undefined)
    for (let folder = path; folder.length >= made.length; folder = dirname(folder)) {
      await syncFolder(dirname(folder), files);
      if (dirname(folder) === folder) break;
    }
  await verifyFolder(path, files);
}
