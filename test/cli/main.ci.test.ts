import { describe, expect, it } from 'vitest';
import { file, run } from '../support/cli.ts';
import { bytesOf, rows } from '../support/vectors.ts';

const row = rows('p-public').find(({ type }) => type === 'BaseTx')!;

describe('avalanche-tx decode', () => {
  it('names every field with its place and value, without colours in a pipe', () => {
    const { status, stdout } = run(['decode', row.nodeHex]);
    const lines = stdout.split('\n').map((l) => l.split(/ {2,}/));
    expect(status).toBe(0);
    expect(lines).toContainEqual(['txID', row.id]);
    expect(lines).toContainEqual(['0', '2', 'codecVersion', '0']);
    expect(lines).toContainEqual(['6', '4', 'unsignedTx.networkID', String(row.networkID)]);
    expect(stdout).not.toContain('\u001b');
  });

  it('writes the node’s JSON, from standard input, a file or an argument', () => {
    const reply = JSON.stringify({ result: { tx: row.nodeHex, encoding: 'hex' } });
    const wanted = { status: 0, stdout: `${row.json}\n`, stderr: '' };
    expect(run(['decode', '--json', row.hex])).toEqual(wanted);
    expect(run(['decode', '--json', '-'], row.hex)).toEqual(wanted);
    expect(run(['decode', '--json'], reply)).toEqual(wanted);
    expect(run(['decode', '--json', file('reply.json', reply)])).toEqual(wanted);
  });

  it('reads a file of bytes', () => {
    const genesis = file('genesis.bin', Buffer.from(bytesOf('genesis-local')));
    expect(run(['id', genesis]).stdout).toBe('u1NtdJoguoeGEz5ZHqAECaCPvfnqijuwfBdjpomnGge4Je8Lq\n');
  });

  it('shows the bytes around the offset of an error', () => {
    const { status, stdout, stderr } = run(['decode', '0x00000000001300000000']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(
      'error: Truncated at tx.unsignedTx.time (byte 6): need 8 bytes, 4 left',
    );
    expect(stderr).toContain(
      '       0  00 00 00 00 00 13 00 00 00 00\n                            ^^ byte 6',
    );
  });

  it('answers a stream, and its status says that a line was bad', () => {
    const { status, stdout } = run(
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

  it('refuses another network than the transaction’s', () => {
    const other = row.networkID === 1 ? 'fuji' : 'mainnet';
    expect(run(['decode', row.hex, '--network', other]).stderr).toContain('WrongNetwork');
  });
});

describe('avalanche-tx encode and id', () => {
  it('go from node JSON to bytes and to the id', () => {
    const json = file('tx.json', row.json);
    expect(run(['encode', json]).stdout).toBe(`${row.hex}\n`);
    expect(run(['encode', '--checksum', json]).stdout).toBe(`${row.nodeHex}\n`);
    expect(run(['id', json]).stdout).toBe(`${row.id}\n`);
  });
});

describe('avalanche-tx address and cb58', () => {
  it('write an address in every form', () => {
    const address = 'P-local1yrjre63rfwstl7lshh5yddx09w4s6qsu98rtva';
    expect(JSON.parse(run(['address', address, '--network', '12345', '--json']).stdout)).toEqual({
      hex: '0x20e43cea234ba0bffbf0bde846b4cf2bab0d021c',
      cb58: '3zv3PaEmoPQFhwJz9xNNZddMjYgPFf6GX',
      'local P': 'P-local1yrjre63rfwstl7lshh5yddx09w4s6qsu98rtva',
      'local X': 'X-local1yrjre63rfwstl7lshh5yddx09w4s6qsu98rtva',
      'local C': 'C-local1yrjre63rfwstl7lshh5yddx09w4s6qsu98rtva',
    });
    expect(run(['address', address, '--network', 'fuji']).stderr).toContain('WrongNetwork');
    expect(run(['address', '0x01']).stderr).toContain('OutOfRange');
  });

  it('go between CB58 and hex', () => {
    expect(run(['cb58', '0x']).stdout).toBe('45PJLL\n');
    expect(run(['cb58', '45PJLL']).stdout).toBe('0x\n');
    expect(run(['cb58', '145PJLL'])).toMatchObject({ status: 1, stdout: '' });
  });
});

describe('avalanche-tx', () => {
  it.each([
    [['moo']],
    [['decode', 'a', 'b']],
    [['--moo']],
    [['decode', '0x', '--chain', 'Q']],
    [['id', '0x', '--json']],
  ])('refuses %j with status 2', (args) =>
    expect(run(args)).toMatchObject({ status: 2, stdout: '' }),
  );

  it('prints its version', () => {
    expect(run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
