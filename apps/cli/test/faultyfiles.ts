/** File systems that fail, for the state of a test node. They skip the syncs, which take most of the time. */
import fs from 'node:fs';
import type { FileLayer } from '../src/testnodefiles.ts';

/** A file system without faults. */
export const goodFiles: FileLayer = {
  ...fs,
  fsyncSync: () => {},
  fdatasyncSync: () => {},
};

const failure = (code: 'EIO' | 'ENOSPC', errno: number): Error =>
  Object.assign(new Error(code), { code, errno, syscall: 'write' });

/** An input or output error. */
export const inputOutput = (): Error => failure('EIO', -5);
/** A full disk. */
export const noSpace = (): Error => failure('ENOSPC', -28);

const counted = ['writeSync', 'fsyncSync', 'fdatasyncSync', 'renameSync'] as const;

/**
 * A file system of which one write, sync or rename fails.
 * @param place Which one, from 0.
 * @param isShort Whether half of a write is done, and the next call fails.
 */
export function failingFiles(place: number, error: () => Error, isShort = false) {
  let calls = 0;
  let next = false;
  const files: FileLayer = { ...goodFiles };
  for (const name of counted) {
    const good = goodFiles[name] as (...args: unknown[]) => unknown;
    Object.assign(files, {
      [name]: (...args: unknown[]) => {
        const isPlace = calls++ === place || next;
        next = false;
        if (!isPlace) return good(...args);
        if (!isShort || name !== 'writeSync' || calls - 1 !== place) throw error();
        next = true;
        const [file, bytes, at, length, position] = args as [
          number,
          Buffer,
          number,
          number,
          number,
        ];
        return good(file, bytes, at, length >> 1, position);
      },
    });
  }
  return { files, calls: () => calls };
}

/** A file system that has room for so many bytes more, and room again after the first failure. */
export function fullFiles(space: number): FileLayer {
  let left = space;
  return {
    ...goodFiles,
    writeSync: ((file: number, bytes: Buffer, at: number, length: number, position: number) => {
      if (left === 0) {
        left = Number.MAX_SAFE_INTEGER;
        throw noSpace();
      }
      const some = Math.min(left, length);
      left -= some;
      return fs.writeSync(file, bytes, at, some, position);
    }) as FileLayer['writeSync'],
  };
}
