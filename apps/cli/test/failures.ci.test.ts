import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { output, program, run } from '../../../test/support/built.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { rows } from '../../../test/support/vectors.ts';

const file = testFiles();

const lines = rows('p-public').map(({ hex, network, id }) =>
  JSON.stringify({ id, chain: 'P', network, hex }),
);
const text = `${lines.join('\n')}\n`;
const plain = output(['decode', '--stream'], text);
const folder = dirname(file('some', ''));

/** Runs it with other standard streams or an environment. */
const runWith = (args: readonly string[], options: Parameters<typeof spawnSync>[2]) => {
  const done = spawnSync(process.execPath, [program, ...args], {
    timeout: 200_000,
    maxBuffer: 1 << 28,
    ...options,
  });
  return { status: done.status, stdout: String(done.stdout ?? ''), stderr: String(done.stderr) };
};

describe('what cannot be read or written', () => {
  it.each([[['decode', '--stream']], [['decode']]])('is a folder as standard input: %j', (args) => {
    const reply = runWith(args, { stdio: [openSync(folder, 'r'), 'pipe', 'pipe'] });
    expect(reply.status).toBe(3);
    expect(reply.stderr).toContain(
      'standard input cannot be read: illegal operation on a directory',
    );
  });

  it
    .skipIf(!existsSync('/dev/full'))
    .each([
      [['decode', '--stream', file('all', text)]],
      [['decode', '--stream', '--compress', 'gzip', file('all', text)]],
      [['cb58', '0x']],
    ])('is a full disk: %j', (args) => {
    const reply = runWith(args, { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] });
    expect(reply.status).toBe(3);
    expect(reply.stderr).toContain(
      'error: standard output cannot be written: no space left on device',
    );
    expect(reply.stderr).not.toMatch(/^ +at /m);
  });

  it('is no failure where the reader has seen enough', () => {
    const shell = `"${process.execPath}" "${program}" decode --stream "${file('all', text)}"; echo "status $?" >&2`;
    const reply = spawnSync('sh', ['-c', `{ ${shell}; } | head -c 100`], { encoding: 'utf8' });
    expect(reply.stdout).toBe(plain.slice(0, 100));
    expect(reply.stderr).toBe('status 0\n');
  });
});

describe('a gzip that is cut', () => {
  const large = gzipSync(text.repeat(8));
  const whole = plain.repeat(8);
  const cut = file('cut.gz', large.subarray(0, -9000));

  it('is answered up to there, summed up and told', () => {
    const { status, stdout, stderr } = run(['decode', '--stream', cut]);
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /^\d+ lines, 0 errors, .*\nerror: .*cut\.gz is not a complete gzip file: unexpected end of file\n$/,
    );
    expect(whole.startsWith(stdout)).toBe(true);
    // Nine thousand bytes of gzip are a few lines.
    const missing = whole.split('\n').length - stdout.split('\n').length;
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(100);
    expect(stderr).toContain(`${stdout.split('\n').length - 1} lines`);
    const zipped = spawnSync(
      process.execPath,
      [program, 'decode', '--stream', '--compress', 'gzip', cut],
      { maxBuffer: 1 << 28 },
    );
    expect(zipped.status).toBe(3);
    expect(gunzipSync(zipped.stdout).toString() === stdout).toBe(true);
  });
});
