import { spawnSync } from 'node:child_process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { file, output, program, run } from '../support/cli.ts';
import { rows } from '../support/vectors.ts';

describe('decode --stream', () => {
  const lines = rows('p-public').map(({ hex, network, id }) =>
    JSON.stringify({ id, chain: 'P', network, hex }),
  );
  const text = `${lines.join('\n')}\n`;
  const plain = output(['decode', '--stream'], text);

  it('gives the same from standard input, a file, gzip, and several threads', () => {
    expect(plain.split('\n')).toHaveLength(lines.length + 1);
    expect(output(['decode', '--stream', '-'], text)).toBe(plain);
    expect(output(['decode', '--stream', file('in.ndjson', text)])).toBe(plain);
    expect(output(['decode', '--stream', file('in.gz', gzipSync(text)), '--workers', '3'])).toBe(
      plain,
    );
    const halves = Buffer.concat([gzipSync(text.slice(0, 5000)), gzipSync(text.slice(5000))]);
    expect(output(['decode', '--stream', file('two.gz', halves)])).toBe(plain);
    const zipped = spawnSync(
      process.execPath,
      [program, 'decode', '--stream', '--gzip', '--workers', '2'],
      { input: text, maxBuffer: 1 << 28 },
    );
    expect(gunzipSync(zipped.stdout).toString()).toBe(plain);
  });

  it('sums up at the end, and its status tells of errors', () => {
    const well = run(['decode', '--stream'], text);
    expect(well.status).toBe(0);
    expect(well.stderr).toMatch(
      new RegExp(`^${lines.length} lines, 0 errors, [0-9.]+ s, \\d+ lines/s\\n$`),
    );
    const bad = run(['decode', '--stream', '--workers', '2'], `${lines[0]}\nbad\n${lines[1]}`);
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

  it('counts a wrapper as an error whose block cannot be read', () => {
    const { hex, innerHex } = rows('containers').find(({ endpoint }) => endpoint === 'P/block')!;
    const inner = innerHex!.slice(2);
    const damaged = hex.replace(inner, `0000ffffffff${inner.slice(12)}`);
    const line = JSON.stringify({ kind: 'proposervm', chain: 'P', hex: damaged });
    const { status, stderr } = run(['decode', '--stream', file('one', line)]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^1 lines, 1 errors/);
  });

  it.each([
    ['--workers', '0'],
    ['--workers', 'two'],
  ])('refuses %s %s', (...options) => {
    expect(run(['decode', '--stream', ...options], text).status).toBe(2);
  });
});
