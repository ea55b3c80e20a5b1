import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { AvalancheError } from 'avalanche-tx';
import { methods } from './formats.ts';

export type Method = (typeof methods)[number];

/** Bytes in or out of a compressor at a time. Node's default of 16 kB costs a task of its threads each. */
export const chunk: number = 1 << 18;

/** What `node:zlib` has of zstd since Node 22.15 and 23.8. */
type ZstdMaker = (
  options: zlib.ZlibOptions & { readonly params?: Readonly<Record<number, number>> },
) => zlib.Gunzip;
const { createZstdCompress, createZstdDecompress } = zlib as {
  readonly createZstdCompress?: ZstdMaker;
  readonly createZstdDecompress?: ZstdMaker;
};

const noZstd = (): AvalancheError =>
  new AvalancheError(
    'Unsupported',
    `zstd needs Node 22.15, 23.8 or newer; this is Node ${process.versions.node}`,
  );

/** Compresses a stream in threads of Node's pool. The results of all parts and of the end, in this order, are the stream. */
export interface Compressor {
  readonly part: (bytes: Uint8Array) => Promise<Buffer>;
  readonly end: () => Promise<Buffer>;
}

/**
 * Starts to compress a stream.
 * @throws {AvalancheError} `Unsupported`: this Node has no zstd.
 */
export function compressorOf(method: Method): Compressor {
  return method === 'gzip' ? gzipped() : zstdCompressed();
}

const gzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip);

/** Each part is a gzip member of its own, so that several are compressed at once. Level 3 takes half the time of the default, 6. */
function gzipped(): Compressor {
  const options = { level: 3, chunkSize: chunk };
  let isEmpty = true;
  return {
    part(bytes) {
      isEmpty = false;
      return gzip(bytes, options);
    },
    end: async () => (isEmpty ? gzip(new Uint8Array(), options) : Buffer.alloc(0)),
  };
}

/** One frame, since Node reads no more than one. Level 1: it takes half the time of gzip. */
function zstdCompressed(): Compressor {
  if (!createZstdCompress) throw noZstd();
  const compressionLevel = 100;
  const stream = createZstdCompress({ params: { [compressionLevel]: 1 }, chunkSize: chunk });
  const compressed: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => compressed.push(bytes));
  const write = promisify<Uint8Array, void>(stream.write.bind(stream));
  const taken = (): Buffer => Buffer.concat(compressed.splice(0));
  return {
    part: async (bytes) => {
      await write(bytes);
      return taken();
    },
    end: async () => {
      stream.end();
      await finished(stream);
      return taken();
    },
  };
}

/** The first bytes of a gzip member and of a zstd frame. */
const marks: Readonly<Record<Method, Buffer>> = {
  gzip: Buffer.from([0x1f, 0x8b]),
  zstd: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
};

/** Bytes that tell how an input is compressed. */
export const markLength = 4;

/** Returns how an input with these first bytes is compressed; undefined if it is not. */
export const methodOf = (head: Buffer): Method | undefined =>
  methods.find((method) => head.subarray(0, marks[method].length).equals(marks[method]));

/**
 * A stream that decompresses zstd.
 * @throws {AvalancheError} `Unsupported`: this Node has no zstd.
 */
export function zstdDecompressor(): zlib.Gunzip {
  if (!createZstdDecompress) throw noZstd();
  return createZstdDecompress({ chunkSize: chunk });
}
