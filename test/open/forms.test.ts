import { describe, expect, it } from 'vitest';
import { encodeExtData, Tx } from '../../src/chain/cchain/index.ts';
import { UnsignedTx } from '../../src/chain/pchain/tx.ts';
import { open, openAll, openTx } from '../../src/open/open.ts';
import { toJSONText } from '../../src/open/opened.ts';
import { formatCB58 } from '../../src/text/cb58.ts';
import { parseHex } from '../../src/text/hex.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const row = rows('p-public').find(({ type }) => type === 'BaseTx')!;
const bytes = parseHex(row.hex);
const digits = row.hex.slice(2);
const cb58 = formatCB58(bytes);
const inHex = [...bytes].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`);
const lines = (width: number): string => digits.replace(new RegExp(`.{${width}}`, 'g'), '$&\n');

describe('open reads bytes however people write them', () => {
  it.each([
    ['hex without 0x', digits],
    ['hex with 0X', `0X${digits.toUpperCase()}`],
    ['hex without 0x that ends in the checksum', row.nodeHex.slice(2)],
    ['hex in lines', `0x\n${lines(64)}`],
    ['hex in groups', digits.replace(/../g, '$& ')],
    ['hex in quotes', `"${row.hex}"`],
    ['CB58', cb58],
    ['CB58 in lines', cb58.replace(/.{40}/g, '$&\r\n')],
    ['what Go prints', `[${[...bytes].join(' ')}]`],
    ['a byte slice of Go', `[]byte{\n  // codec version\n${inHex.join(', ')},\n}`],
    ['a byte slice with comments behind', `[]byte{\n${inHex.join(', // 0x01 is next\n')}}`],
    ['an array of Go', `[${bytes.length}]byte{${inHex.join(', ')}}`],
    ['a list of JSON', JSON.stringify([...bytes])],
    ['numbers in braces', `{ ${[...bytes].join(', ')} }`],
    ['bytes with 0x each', inHex.join(' ')],
    ['a Buffer as JSON', JSON.stringify(Buffer.from(bytes))],
    ['a list of numbers', [...bytes]],
  ])('%s', (_, input) => {
    expect(open(input)).toMatchObject({ chain: 'P', kind: 'tx', id: row.id });
    expect(openTx(input).txID).toBe(row.id);
  });

  it.each([
    ['a digit that is none', `${digits.slice(0, 100)}g${digits.slice(101)}`, '"g" at 100'],
    [
      'an O for a 0, with 0x',
      `0x${digits.replace(/.(?=.{9}$)/, 'O')}`,
      `"O" at ${digits.length - 8}`,
    ],
    ['a letter in lines', lines(64).replace(/(?<=\n)./, 'l'), '"l" at 65'],
    ['a digit of 30', `${digits.slice(0, 29)}_`, '"_" at 29'],
  ])('and names in hex %s', (_, input, told) => {
    expect(thrown(() => open(input))).toMatchObject({
      code: 'BadText',
      detail: `${told} is not a hex digit`,
    });
  });

  it.each([
    ['a getTx reply in CB58', { jsonrpc: '2.0', result: { tx: cb58, encoding: 'cb58' }, id: 1 }],
    ['a getTx reply of a node that named no encoding', { result: { tx: cb58 } }],
    ['its result alone', { tx: cb58 }],
    ['an issueTx request', issueTx({ tx: row.nodeHex, encoding: 'hex' })],
    ['an issueTx request in CB58', issueTx({ tx: cb58, encoding: 'cb58' })],
    ['an issueTx request as a list', issueTx([{ tx: row.nodeHex }])],
    ['an issueTx request as text', JSON.stringify(issueTx({ tx: row.nodeHex }))],
  ])('%s', (_, input) => {
    expect(open(input)).toMatchObject({ chain: 'P', kind: 'tx', id: row.id });
  });

  it('takes the chain of a request from its method', () => {
    const tx = rows('c-public')[0]!;
    const request = (method: string) => ({ method, params: { tx: tx.nodeHex } });
    expect(open(request('avax.issueTx'))).toMatchObject({ chain: 'C', id: tx.id });
    expect(thrown(() => open(request('avm.issueTx')))).toMatchObject({
      code: 'TooLong',
      path: ['params', 'tx', 'tx', 'unsignedTx', 'outputs'],
    });
    expect(
      thrown(() => open({ method: 'platform.getTx', params: { txID: row.id } })),
    ).toMatchObject({ code: 'BadJSON', path: ['params'] });
  });
});

function issueTx(params: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'platform.issueTx', params };
}

describe('a network that avalanchego does not list', () => {
  const unsigned = encode(UnsignedTx, {
    ...openTx(row.hex).unsignedTx,
    networkID: 14,
  } as UnsignedTx);

  it('has the prefix custom, or that of the caller', () => {
    const found = open(unsigned);
    expect(found.network).toEqual({ name: 'network-14', networkID: 14, hrp: 'custom' });
    expect(toJSONText(found)).toMatch(/"P-custom1/);
    const network = { name: 'flare', networkID: 14, hrp: 'flare' };
    const text = toJSONText(open(unsigned, { network }));
    expect(text).toMatch(/"P-flare1/);
    expect(open(text, { network, kind: 'unsignedTx' }).bytes).toEqual(unsigned);
  });
});

describe('the extra data of a block of the C-chain', () => {
  const [one, two] = rows('c-public').slice(0, 2);
  const txs = [one!, two!].map(({ hex }) => decode(Tx, parseHex(hex)));

  it('is its atomic transactions', () => {
    for (const hint of [{}, { chain: 'C' as const }]) {
      const found = openAll(encodeExtData(txs), hint);
      expect(found.map(({ chain, kind, id }) => [chain, kind, id])).toEqual([
        ['C', 'tx', one!.id],
        ['C', 'tx', two!.id],
      ]);
      expect(openTx(encodeExtData(txs.slice(0, 1)), hint).txID).toBe(one!.id);
    }
  });

  it('fails where it is damaged', () => {
    const data = encodeExtData(txs);
    expect(thrown(() => openAll(data.subarray(0, -1), { chain: 'C' }))).toMatchObject({
      code: 'Truncated',
      path: ['extData', 1, 'credentials', 0, 'signatures'],
    });
  });
});

describe('vertices', () => {
  it('are read back from the JSON that toJSONText wrote', () => {
    const found = rows('containers').filter(({ endpoint }) => endpoint === 'X/vtx');
    expect(found.length).toBeGreaterThan(0);
    for (const { hex } of found) {
      const vertex = open(hex, { kind: 'vertex' });
      for (const hint of [{}, { chain: 'X' as const }])
        expect(open(toJSONText(vertex), hint)).toEqual({ ...vertex, value: expect.anything() });
    }
  });
});

describe('what open cannot read is named', () => {
  it.each([
    ['an id', row.id, 'id', /ask a node for the transaction or block/],
    ['an id as hex', `0x${'12'.repeat(32)}`, 'id', /ask a node for the transaction or block/],
    ['an account', `0x${'12'.repeat(20)}`, 'account', /not a transaction/],
    ['an address', 'P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q', 'address', /UTXOs/],
    ['a node', 'NodeID-111111111111111111116DBWJs', 'node ID', /ID of a node/],
    [
      'a key',
      'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN',
      'private key',
      /secret/,
    ],
    ['a cut transaction of the EVM', '0x02f86d82a86a8080808080', 'EVM', /101 bytes are missing/],
    ['a word', 'hello', undefined, /hex, CB58, a list of bytes, node JSON/],
  ])('%s', (_, input, found, message) => {
    const e = thrown(() => open(input));
    expect(e).toMatchObject({ code: 'BadText', context: { kind: 'input' } });
    expect(e.context).toEqual({ kind: 'input', ...(found && { found }) });
    expect(e.message).toMatch(message);
    expect(e.message).not.toContain('ewoq');
  });

  it('in an encoding that is not known', () => {
    const reply = { tx: 'AAAA', encoding: 'base64' };
    expect(thrown(() => open(reply)).detail).toBe(
      'is in the encoding "base64"; hex, hexc, hexnc, cb58 and json are known',
    );
  });
});
