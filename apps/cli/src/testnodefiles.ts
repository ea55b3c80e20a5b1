/** What the state of a test node needs of a file system, so that tests can let each step fail. */
import type fs from 'node:fs';

/** The functions of `node:fs` that read and write the state. */
export type FileLayer = Pick<
  typeof fs,
  | 'closeSync'
  | 'existsSync'
  | 'fdatasyncSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'openSync'
  | 'readFileSync'
  | 'readlinkSync'
  | 'renameSync'
  | 'rmSync'
  | 'statSync'
  | 'writeSync'
>;

/** Writes all bytes at a position: a full disk takes a part of them without an error. */
export function writeAll(file: number, bytes: Buffer, position: number, files: FileLayer): void {
  for (let at = 0; at < bytes.length; ) {
    const written = files.writeSync(file, bytes, at, bytes.length - at, position + at);
    if (written === 0) throw new Error('nothing more can be written');
    at += written;
  }
}
