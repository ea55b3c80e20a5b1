import { readFileSync } from 'node:fs';
import { Point } from '@noble/secp256k1';
import { describe, expect, it } from 'vitest';
import { format as draftFormat } from '../../../src/draft/file.ts';
import { fuji } from '../../../src/network/known.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { key } from '../../../test/support/state.ts';
import { bytesOf, rows } from '../../../test/support/vectors.ts';
import { formats } from '../src/formats.ts';

const file = testFiles();

const row = rows('p-public').find(({ type }) => type === 'BaseTx')!;

describe('avalanche-tx decode', () => {
  it('names every field with its place and value, without colours in a pipe', async () => {
    const { status, stdout } = await run(['decode', row.nodeHex]);
    const lines = stdout.split('\n').map((l) => l.split(/ {2,}/));
    expect(status).toBe(0);
    expect(lines).toContainEqual(['txID', row.id]);
    expect(lines).toContainEqual(['0', '2', 'codecVersion', '0']);
    expect(lines).toContainEqual(['6', '4', 'unsignedTx.networkID', String(row.networkID)]);
    expect(stdout).not.toContain('\u001b');
  });

  it('writes the node’s JSON, from standard input, a file or an argument', async () => {
    const reply = JSON.stringify({ result: { tx: row.nodeHex, encoding: 'hex' } });
    const wanted = { status: 0, stdout: `${row.json}\n`, stderr: '' };
    expect(await run(['decode', '--json', row.hex])).toEqual(wanted);
    expect(await run(['decode', '--json', '-'], row.hex)).toEqual(wanted);
    expect(await run(['decode', '--json'], reply)).toEqual(wanted);
    expect(await run(['decode', '--json', file('reply.json', reply)])).toEqual(wanted);
  });

  it('reads a file of bytes', async () => {
    const genesis = file('genesis.bin', Buffer.from(bytesOf('genesis-local')));
    expect((await run(['id', genesis])).stdout).toBe(
      'u1NtdJoguoeGEz5ZHqAECaCPvfnqijuwfBdjpomnGge4Je8Lq\n',
    );
  });

  it('shows the bytes around the offset of an error', async () => {
    const { status, stdout, stderr } = await run(['decode', '0x00000000001300000000']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(
      'error: Truncated at tx.unsignedTx.time (byte 6): a P-chain transaction, cut after 10 bytes: the next field needs 8',
    );
    expect(stderr).toContain(
      '       0  00 00 00 00 00 13 00 00 00 00\n                            ^^ byte 6',
    );
  });

  it('answers a stream, and its status says that a line was bad', async () => {
    const { status, stdout } = await run(
      ['decode', '--stream'],
      `{"id":1,"chain":"P","hex":"${row.hex}"}\n{"id":2}\n`,
    );
    expect(status).toBe(1);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((l) => (JSON.parse(l) as { ok: boolean }).ok),
    ).toEqual([true, false]);
  });

  it('refuses another network than the transaction’s', async () => {
    const other = row.networkID === 1 ? 'fuji' : 'mainnet';
    expect((await run(['decode', row.hex, '--network', other])).stderr).toContain('WrongNetwork');
  });
});

describe('avalanche-tx encode and id', () => {
  it('go from node JSON to bytes and to the id', async () => {
    const json = file('tx.json', row.json);
    expect((await run(['encode', json])).stdout).toBe(`${row.hex}\n`);
    expect((await run(['encode', '--checksum', json])).stdout).toBe(`${row.nodeHex}\n`);
    expect((await run(['id', json])).stdout).toBe(`${row.id}\n`);
  });
});

describe('avalanche-tx address and cb58', () => {
  it('write an address in every form', async () => {
    const address = 'P-local1yrjre63rfwstl7lshh5yddx09w4s6qsu98rtva';
    expect(
      JSON.parse((await run(['address', address, '--network', '12345', '--json'])).stdout),
    ).toEqual({
      hex: '0x20e43cea234ba0bffbf0bde846b4cf2bab0d021c',
      cb58: '3zv3PaEmoPQFhwJz9xNNZddMjYgPFf6GX',
      network: 'local',
      addresses: {
        P: 'P-local1yrjre63rfwstl7lshh5yddx09w4s6qsu98rtva',
        X: 'X-local1yrjre63rfwstl7lshh5yddx09w4s6qsu98rtva',
        C: 'C-local1yrjre63rfwstl7lshh5yddx09w4s6qsu98rtva',
      },
    });
    expect((await run(['address', address, '--network', 'fuji'])).stderr).toContain('WrongNetwork');
    expect((await run(['address', '0x01'])).stderr).toContain('OutOfRange');
  });

  it.each([
    '0x1a642f0e3c3af545e7acbd38b07251b3990914f1',
    '0x1A642F0e3c3aF545E7AcBD38b07251B3990914F1',
    '0x0000000000000000000000000000000000000000',
  ])(
    'refuse an account, whose key cannot spend what an address of the same bytes gets: %s',
    async (account) => {
      const { status, stdout, stderr } = await run(['address', account, '--json']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(
        /^error: BadText: is an account of the C-chain's EVM, .*keys show.*public key/,
      );
    },
  );

  it('leave keys to `keys show`, which checks that a public key is one', async () => {
    const of = key(1);
    const compressed = formatHex(of.publicKey);
    const whole = formatHex(Point.fromBytes(of.publicKey).toBytes(false));
    const forms = async (text: string) =>
      (await run(['keys', 'show', text, '--network', 'fuji', '--json'])).stdout;
    expect(await forms(compressed)).toContain(of.address('P', fuji));
    expect(await forms(whole)).toBe(await forms(compressed));
    const other = `${whole.slice(0, -1)}${whole.endsWith('0') ? '1' : '0'}`;
    for (const text of [other, `0x02${'ff'.repeat(32)}`])
      expect((await run(['keys', 'show', text])).stderr).toContain('check the public key');
    expect((await run(['address', compressed])).stderr).toContain('`keys show` prints');
    const secret = await run(['address', 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGzt']);
    expect(secret.stderr).toMatch(/is a private key: pass its file to `keys show`/);
    expect(secret.stderr).not.toContain('ewoq');
  });

  it('go between CB58 and hex', async () => {
    expect((await run(['cb58', '0x'])).stdout).toBe('45PJLL\n');
    expect((await run(['cb58', '45PJLL'])).stdout).toBe('0x\n');
    expect(await run(['cb58', '145PJLL'])).toMatchObject({ status: 1, stdout: '' });
  });
});

describe('avalanche-tx', () => {
  it.each([
    [['moo']],
    [['decode', 'a', 'b']],
    [['--moo']],
    [['decode', '0x', '--chain', 'Q']],
    [['id', '0x', '--json']],
  ])('refuses %j with status 2', async (args) =>
    expect(await run(args)).toMatchObject({ status: 2, stdout: '' }),
  );

  it('prints its version', async () => {
    const { stdout } = await run(['--version']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { version, formats: numbers } = JSON.parse((await run(['--version', '--json'])).stdout);
    expect(version).toBe(stdout.trim());
    expect(numbers).toEqual(formats);
  });

  it('says the numbers of its formats as the library and the documentation do', () => {
    expect(draftFormat).toBe(`avalanche-tx draft ${formats.draft}`);
    const page = readFileSync(new URL('../../../docs/versioning.md', import.meta.url), 'utf8');
    const told = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, name, n]) => [name, +n!]);
    expect(Object.fromEntries(told)).toEqual(formats);
  });
});
