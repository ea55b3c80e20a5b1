/** Standard input of this process. */
import { createReadStream, fstatSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { isatty } from 'node:tty';
import type { StandardInput } from './shell.ts';

/** Milliseconds between two attempts to read from an empty pipe. */
const pause = 5;

/**
 * Reads standard input to its end. Another process can make a shared pipe non-blocking; reading then fails with `EAGAIN` until the
 * producer writes, so it is retried.
 */
function read(): Buffer {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const buffer = Buffer.alloc(1 << 16);
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const read = readSome(buffer);
      if (read === 0) return Buffer.concat(chunks);
      if (read === undefined) Atomics.wait(clock, 0, 0, pause);
      else chunks.push(Buffer.from(buffer.subarray(0, read)));
    }
  } finally {
    // The input may contain a key.
    for (const bytes of [buffer, ...chunks]) bytes.fill(0);
  }
}

/** Reads from standard input into a buffer. Returns the number of bytes: 0 at the end, undefined if there are none yet. */
function readSome(buffer: Buffer): number | undefined {
  try {
    return readSync(0, buffer);
  } catch (e) {
    const { code } = e as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return undefined;
    // The end of a pipe on Windows.
    if (code === 'EOF') return 0;
    throw e;
  }
}

/** Standard input as a stream, which is read like a file if it is one. */
function open(highWaterMark: number): Readable {
  const kind = fstatSync(0);
  // Node treats a folder as empty input.
  if (kind.isFile() || kind.isDirectory()) return createReadStream('', { fd: 0, highWaterMark });
  // What comes while a batch is answered is one batch; Node's own standard input holds a quarter of it.
  return kind.isFIFO() || kind.isSocket()
    ? new Socket({ fd: 0, writable: false, ...{ highWaterMark } })
    : process.stdin;
}

export const standardInput: StandardInput = { isTerminal: () => isatty(0), read, open };
