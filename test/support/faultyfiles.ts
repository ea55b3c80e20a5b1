/** File systems that fail or stop at one call of the system, for the stores of payments. They skip the syncs, which take most of the time. */
import { type Files, nodeFiles, type OpenFile } from '../../src/filestore/files.ts';

/** What happens at a call. */
export type Fault =
  /** It fails, and the next one works again. */
  | { readonly code: 'EIO' | 'ENOSPC' | 'EACCES' }
  /** A write writes half, and the call after it fails. */
  | { readonly code: 'ENOSPC'; readonly isShort: true }
  /** The process is gone: neither this call nor any later one has an effect. */
  | 'crash'
  /** The process is gone in the middle of a write. */
  | 'crash in a write';

const failure = (code: string) => Object.assign(new Error(`${code}: injected`), { code });

/** The process of a test is gone. */
export class Crash extends Error {}

/** Counts the calls of a file system, and lets one of them, counted from 0, fail. */
export function faultyFiles(
  place: number,
  fault: Fault,
  onCall: (name: string) => void = () => {},
) {
  let calls = 0;
  let isGone = false;
  let isNext = false;
  const counted =
    <A extends unknown[], T>(name: string, call: (...args: A) => Promise<T>, half?: typeof call) =>
    async (...args: A): Promise<T> => {
      if (isGone) throw new Crash();
      onCall(name);
      const isPlace = calls++ === place;
      if (fault === 'crash' || fault === 'crash in a write') {
        if (!isPlace) return call(...args);
        isGone = true;
        if (fault === 'crash in a write' && half) await half(...args);
        throw new Crash();
      }
      if ('isShort' in fault) {
        const wasNext = isNext;
        isNext = false;
        if (wasNext) throw failure(fault.code);
        if (!isPlace) return call(...args);
        isNext = true;
        return half ? half(...args) : call(...args);
      }
      if (isPlace) throw failure(fault.code);
      return call(...args);
    };
  const files: Files = {
    ...nodeFiles,
    open: counted('open', async (path, flags, mode) => {
      const file = await nodeFiles.open(path, flags, mode);
      const write: OpenFile['write'] = (bytes, offset, length, position) =>
        file.write(bytes, offset, length, position);
      return {
        write: counted('write', write, (bytes, offset, length, position) =>
          write(bytes, offset, Math.ceil(length / 2), position),
        ),
        readFile: counted('readFile', () => file.readFile()),
        stat: counted('stat', () => file.stat()),
        sync: counted('sync', async () => {}),
        // Files are closed when a process ends.
        close: async () => {
          try {
            await counted('close', async () => {})();
          } finally {
            await file.close();
          }
        },
      };
    }),
    readdir: counted('readdir', (path) => nodeFiles.readdir(path)),
    lstat: counted('lstat', (path) => nodeFiles.lstat(path)),
    rename: counted('rename', (from, to) => nodeFiles.rename(from, to)),
    mkdir: counted('mkdir', (path, options) => nodeFiles.mkdir(path, options)),
    rmdir: counted('rmdir', (path) => nodeFiles.rmdir(path)),
    unlink: counted('unlink', (path) => nodeFiles.unlink(path)),
  };
  return { files, calls: () => calls };
}

/** A file system without faults. */
export const goodFiles: Files = faultyFiles(-1, 'crash').files;
