import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { rows } from '../../../test/support/vectors.ts';

const file = testFiles();

const lines = rows('p-public')
  .slice(0, 60)
  .map(({ hex, network, id }) => JSON.stringify({ id, chain: 'P', network, hex }));
const text = `${lines.join('\n')}\n`;

describe('decode --stream', () => {
  it('gives the same from standard input, a file and gzip', async () => {
    const plain = await output(['decode', '--stream'], text);
    expect(plain.split('\n')).toHaveLength(lines.length + 1);
    expect(await output(['decode', '--stream', '-'], text)).toBe(plain);
    expect(await output(['decode', '--stream', file('in.ndjson', text)])).toBe(plain);
    expect(await output(['decode', '--stream', file('in.gz', gzipSync(text))])).toBe(plain);
    const halves = Buffer.concat([gzipSync(text.slice(0, 5000)), gzipSync(text.slice(5000))]);
    expect(await output(['decode', '--stream', file('two.gz', halves)])).toBe(plain);
  });

  it('takes hex alone, with or without 0x, and says of other lines what they must be', async () => {
    const some = rows('p-public').slice(0, 20);
    const asked = await output(['decode', '--stream'], text.split('\n').slice(0, 20).join('\n'));
    const hex = some.map(({ hex: of }, i) => (i % 2 === 0 ? of : `${of.slice(2)}\r`)).join('\n');
    const found = (await output(['decode', '--stream'], hex)).trim().split('\n');
    const known = asked.trim().split('\n');
    expect(found.length).toBe(20);
    for (const [i, line] of found.entries()) {
      const { txID, type } = JSON.parse(line) as { readonly txID: string; readonly type: string };
      expect(JSON.parse(known[i]!)).toMatchObject({ txID, type });
    }
    const { status, stdout } = await run(['decode', '--stream'], 'no hex\n0x0\n0x00\n');
    expect(status).toBe(1);
    expect(stdout.match(/"code":"\w+"/g)).toEqual([
      '"code":"BadJSON"',
      '"code":"BadJSON"',
      expect.stringMatching(/Truncated|UnknownTypeID|BadVersion|Ambiguous/),
    ]);
  });

  it('sums up at the end, and its status tells of errors', async () => {
    const well = await run(['decode', '--stream'], text);
    expect(well.status).toBe(0);
    expect(well.stderr).toMatch(
      new RegExp(`^${lines.length} lines, 0 errors, [0-9.]+ s, \\d+ lines/s\\n$`),
    );
    const bad = await run(['decode', '--stream'], `${lines[0]}\nbad\n${lines[1]}`);
    expect(bad.status).toBe(1);
    expect(bad.stderr).toMatch(/^3 lines, 1 errors/);
    expect(bad.stdout.split('\n').map((l) => l.includes('"ok":true'))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(await run(['decode', '--stream'], '')).toMatchObject({ status: 0, stdout: '' });
  });

  it('counts a wrapper as an error whose block cannot be read', async () => {
    const { hex, innerHex } = rows('containers').find(({ endpoint }) => endpoint === 'P/block')!;
    const inner = innerHex!.slice(2);
    const damaged = hex.replace(inner, `0000ffffffff${inner.slice(12)}`);
    const line = JSON.stringify({ kind: 'proposervm', chain: 'P', hex: damaged });
    const { status, stderr } = await run(['decode', '--stream', file('one', line)]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^1 lines, 1 errors/);
  });
});
