import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as zlib from 'node:zlib';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { output, program, run } from '../../../test/support/built.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { rows } from '../../../test/support/vectors.ts';

const file = testFiles();

describe('decode --stream', () => {
  const lines = rows('p-public').map(({ hex, network, id }) =>
    JSON.stringify({ id, chain: 'P', network, hex }),
  );
  const text = `${lines.join('\n')}\n`;
  const plain = output(['decode', '--stream'], text);

  it('gives the same from standard input, a file and gzip', () => {
    expect(plain.split('\n')).toHaveLength(lines.length + 1);
    expect(output(['decode', '--stream', '-'], text)).toBe(plain);
    expect(output(['decode', '--stream', file('in.ndjson', text)])).toBe(plain);
    expect(output(['decode', '--stream', file('in.gz', gzipSync(text))])).toBe(plain);
    const halves = Buffer.concat([gzipSync(text.slice(0, 5000)), gzipSync(text.slice(5000))]);
    expect(output(['decode', '--stream', file('two.gz', halves)])).toBe(plain);
    const zipped = spawnSync(
      process.execPath,
      [program, 'decode', '--stream', '--compress', 'gzip'],
      { input: text, maxBuffer: 1 << 28 },
    );
    expect(gunzipSync(zipped.stdout).toString()).toBe(plain);
    const empty = spawnSync(
      process.execPath,
      [program, 'decode', '--stream', '--compress', 'gzip'],
      { input: '' },
    );
    expect(gunzipSync(empty.stdout)).toHaveLength(0);
  });

  /** The magic number of zstd, and an empty raw block. */
  const zstd = file('empty.zst', Buffer.from('28b52ffd2000010000', 'hex'));
  const hasZstd = 'createZstdCompress' in zlib;

  it.runIf(hasZstd)('reads and writes zstd', () => {
    const { zstdCompressSync, zstdDecompressSync } = zlib as unknown as Readonly<
      Record<string, (bytes: string | Buffer) => Buffer>
    >;
    const args = [program, 'decode', '--stream', '--compress', 'zstd'];
    const { stdout } = spawnSync(process.execPath, args, {
      input: zstdCompressSync!(text),
      maxBuffer: 1 << 28,
    });
    expect(zstdDecompressSync!(stdout).toString()).toBe(plain);
    expect(output(['decode', '--stream', zstd])).toBe('');
  });

  it.runIf(!hasZstd)('says that zstd needs a newer Node', () => {
    for (const args of [[zstd], ['--compress', 'zstd']]) {
      const { status, stdout, stderr } = run(['decode', '--stream', ...args], text);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('Unsupported: zstd needs Node 22.15, 23.8 or newer');
    }
  });

  it('answers a producer that waits for each answer', async () => {
    const child = spawn(process.execPath, [program, 'decode', '--stream']);
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    for (const line of lines.slice(0, 5)) {
      child.stdin.write(`${line}\n`);
      const { value } = await answers.next();
      expect(JSON.parse(value as string)).toMatchObject({ id: JSON.parse(line).id, ok: true });
    }
    child.stdin.end();
    expect((await answers.next()).done).toBe(true);
  });

  it('sums up at the end, and its status tells of errors', () => {
    const well = run(['decode', '--stream'], text);
    expect(well.status).toBe(0);
    expect(well.stderr).toMatch(
      new RegExp(`^${lines.length} lines, 0 errors, [0-9.]+ s, \\d+ lines/s\\n$`),
    );
    const bad = run(['decode', '--stream'], `${lines[0]}\nbad\n${lines[1]}`);
    expect(bad.status).toBe(1);
    expect(bad.stderr).toMatch(/^3 lines, 1 errors/);
    expect(bad.stdout.split('\n').map((l) => l.includes('"ok":true'))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(run(['decode', '--stream'], '')).toMatchObject({ status: 0, stdout: '' });
  });
});
