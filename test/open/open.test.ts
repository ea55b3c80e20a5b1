import { describe, expect, it } from 'vitest';
import { answer } from '../../apps/cli/src/answer.ts';
import { type CreateChainTx, Genesis } from '../../src/chain/pchain/index.ts';
import { identifyNetwork } from '../../src/network/identity.ts';
import { fromJSON, open, openAll } from '../../src/open/open.ts';
import { spansOf, toJSON, toJSONText, wireTypeOf } from '../../src/open/opened.ts';
import { formatAddress, readAddress } from '../../src/text/address.ts';
import { formatBytes, formatHex, parseHex } from '../../src/text/hex.ts';
import { unsignedBytesOf } from '../../src/tx/bytes.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { expectEqual } from '../support/equal.ts';
import { thrown } from '../support/thrown.ts';
import { bytesOf, rows } from '../support/vectors.ts';

const [pTx] = rows('p-public').filter((row) => row.type === 'BaseTx');
const [xTx] = rows('x-public').filter((row) => row.type === 'CreateAssetTx');
const [cTx] = rows('c-public');
const [pUTXO] = rows('p-utxos').filter((row) => row.type === 'TransferOutput');
const [lockedUTXO] = rows('p-utxos').filter((row) => row.type === 'LockOut');
const reply = (result: object): string => JSON.stringify({ jsonrpc: '2.0', result, id: 1 });

describe('open', () => {
  it.each([
    ['bytes', parseHex(pTx!.hex)],
    ['hex', pTx!.hex],
    ['hex with a checksum', pTx!.nodeHex],
    ['hex between spaces', ` ${pTx!.hex}\n`],
    ['node JSON', pTx!.json],
    ['a getTx reply, hex', reply({ tx: pTx!.nodeHex, encoding: 'hex' })],
    ['a getTx reply, hexnc', reply({ tx: pTx!.hex, encoding: 'hexnc' })],
    [
      'a getTx reply, json',
      `{"jsonrpc":"2.0","result":{"tx":${pTx!.json},"encoding":"json"},"id":1}`,
    ],
    ['only the result of a reply', JSON.stringify({ tx: pTx!.nodeHex, encoding: 'hex' })],
    ['a parsed reply', JSON.parse(reply({ tx: pTx!.nodeHex, encoding: 'hex' })) as object],
  ])('reads %s', (_, input) => {
    expect(open(input)).toMatchObject({
      chain: 'P',
      kind: 'tx',
      type: 'platformvm.BaseTx',
      network: identifyNetwork(pTx!.networkID),
      id: pTx!.id,
      bytes: parseHex(pTx!.hex),
      txs: [{ chain: 'P', txID: pTx!.id }],
    });
  });

  it('tells the three chains apart', () => {
    const types = [pTx, xTx, cTx].map((row) => [open(row!.hex).chain, open(row!.hex).type]);
    expect(types).toEqual([
      ['P', 'platformvm.BaseTx'],
      ['X', 'avm.CreateAssetTx'],
      ['C', 'atomic.ImportTx'],
    ]);
  });

  it('gives transactions of known networks the only reading that they have, signed or not', () => {
    for (const [name, chain] of [
      ['p-public', 'P'],
      ['x-public', 'X'],
      ['c-public', 'C'],
    ] as const)
      for (const { hex } of rows(name)) {
        const bytes = parseHex(hex);
        const tx = open(bytes, { chain, kind: 'tx' });
        expectEqual(open(bytes), tx);
        const unsigned = unsignedBytesOf(tx.txs[0]!.unsignedTx);
        expectEqual(open(unsigned), open(unsigned, { chain, kind: 'unsignedTx' }));
      }
    // Bytes that only begin so are read in every way.
    const padded = new Uint8Array([...parseHex(pTx!.hex), 0]);
    expect(thrown(() => open(padded)).message).toContain('P-chain transaction');
  });

  it('reads a UTXO that any chain can have, and names the chains', () => {
    const found = open(pUTXO!.hex);
    expect(found).toMatchObject({
      chain: undefined,
      chains: ['P', 'X', 'C'],
      kind: 'utxo',
      type: 'avax.UTXO',
      id: pUTXO!.inputID,
    });
    const { chain, id } = open(pUTXO!.hex, { chain: 'P' });
    expect([chain, id]).toEqual(['P', pUTXO!.inputID]);
    expect(toJSONText(found)).toBe(toJSONText(open(pUTXO!.hex, { chain: 'X' })));
    expect(spansOf(found)).toEqual(spansOf(open(pUTXO!.hex, { chain: 'P' })));
    expect(open(lockedUTXO!.hex)).toMatchObject({ chain: 'P', kind: 'utxo', type: 'avax.UTXO' });
  });

  it('reads the UTXOs of a reply as of the chain that its address names', () => {
    const page = reply({
      numFetched: '2',
      utxos: [pUTXO!.nodeHex, lockedUTXO!.nodeHex],
      endIndex: { address: pUTXO!.addresses[0], utxo: pUTXO!.inputID },
      encoding: 'hex',
    });
    expect(openAll(page).map((o) => [o.chain, o.id])).toEqual([
      ['P', pUTXO!.inputID],
      ['P', lockedUTXO!.inputID],
    ]);
    expect(thrown(() => open(page))).toMatchObject({ code: 'Ambiguous' });
  });

  it('reads the UTXOs of a reply that names no chain as of the chain that all of them can have', () => {
    const page = (utxos: readonly string[]) => reply({ utxos, encoding: 'hex' });
    const ofAny = openAll(page([pUTXO!.nodeHex, pUTXO!.nodeHex]));
    expect(ofAny.map(({ chain, id }) => [chain, id])).toEqual([
      [undefined, pUTXO!.inputID],
      [undefined, pUTXO!.inputID],
    ]);
    const ofP = openAll(page([pUTXO!.nodeHex, lockedUTXO!.nodeHex]));
    expect(ofP.map(({ chain }) => chain)).toEqual(['P', 'P']);
  });

  it('refuses what names another network than the caller', () => {
    const other = identifyNetwork(pTx!.networkID === 1 ? 'fuji' : 'mainnet');
    expect(thrown(() => open(pTx!.hex, { network: other }))).toMatchObject({
      code: 'WrongNetwork',
      context: { have: String(pTx!.networkID), need: String(other.networkID) },
    });
  });

  it.each([
    [
      'a wrong checksum in a reply',
      reply({ tx: `${pTx!.nodeHex.slice(0, -1)}z`, encoding: 'hex' }),
      'BadText',
    ],
    [
      'a changed byte in a reply',
      reply({ tx: pTx!.nodeHex.replace(/.$/, (c) => (c === '0' ? '1' : '0')), encoding: 'hex' }),
      'BadChecksum',
    ],
    [
      'an error reply',
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"not found"},"id":1}',
      'NodeError',
    ],
    ['a reply without a transaction', reply({ height: '1' }), 'BadJSON'],
    ['neither hex nor JSON', 'hello', 'BadText'],
    ['JSON of nothing known', '{"a":1}', 'BadJSON'],
    ['nothing', '', 'BadText'],
    ['no bytes', '0x', 'Truncated'],
    ['a list that is not of bytes', '[1, 256]', 'BadText'],
    ['a list of objects', '[{}]', 'BadText'],
    ['a list of a few bytes', '[0, 0]', 'Truncated'],
  ])('refuses %s', (_, input, code) => {
    expect(thrown(() => open(input))).toMatchObject({ code });
  });

  it('refuses an object whose amounts JSON.parse has rounded', () => {
    const object = JSON.parse(
      pTx!.json.replace(/"amount":\d+/, '"amount":9007199254740993'),
    ) as object;
    expect(thrown(() => open(object))).toMatchObject({ code: 'Lossy' });
  });

  it('says of the likeliest reading why it failed', () => {
    const error = thrown(() => open(pTx!.hex.slice(0, -2)));
    expect(error).toMatchObject({ code: 'Truncated', path: ['tx', 'credentials'] });
    expect(error.detail).toBe('a P-chain transaction, cut after 192 bytes: the next field needs 4');
  });
});

describe('a transaction of a type that only a later node knows', () => {
  const unknown = `0x0000000000ff${'00'.repeat(200)}`;

  it.each([{ chain: 'P' }, { chain: 'X' }] as const)('is said to be one: hint %o', (hint) => {
    expect(() => open(unknown, hint)).toThrow(
      expect.objectContaining({ code: 'UnknownTypeID', offset: 2 }),
    );
  });

  it('is not one that ends too early', () => {
    for (const length of [10, 40, 100])
      expect(thrown(() => open(parseHex(pTx!.hex).slice(0, length), { chain: 'P' }))).toMatchObject(
        {
          code: expect.stringMatching(/^(Truncated|TooLong)$/),
        },
      );
  });

  it('leaves a damaged UTXO what it is', () => {
    expect(() => open(`0x0000deadbeef${'00'.repeat(20)}`, { kind: 'utxo' })).toThrow(
      expect.objectContaining({ code: 'Truncated' }),
    );
  });
});

describe('fromJSON', () => {
  it('gives back the bytes of node JSON, as text or parsed', () => {
    expect(formatHex(fromJSON(xTx!.json, { chain: 'X' }).bytes)).toBe(xTx!.hex);
    const value = toJSON(open(xTx!.hex)) as Parameters<typeof fromJSON>[0];
    expect(formatHex(fromJSON(value, { chain: 'X' }).bytes)).toBe(xTx!.hex);
  });

  it('refuses an id that is not the value’s', () => {
    const json = pTx!.json.replace(pTx!.id, xTx!.id);
    expect(thrown(() => fromJSON(json, { chain: 'P' }))).toMatchObject({
      code: 'Mismatch',
      path: ['id'],
    });
  });

  it('takes a hint for owners that three output types share', () => {
    const row = rows('x-utxos').find((utxo) => utxo.type === 'propertyfx.OwnedOutput')!;
    const read = (types: readonly string[]) =>
      fromJSON(row.contextJSON, {
        chain: 'X',
        kind: 'utxo',
        network: identifyNetwork(row.network),
        types,
      });
    expect(formatHex(read(['propertyfx.OwnedOutput']).bytes)).toBe(row.hex);
    expect(thrown(() => read([]))).toMatchObject({
      code: 'Ambiguous',
      path: ['output'],
      context: {
        candidates: ['secp256k1fx.MintOutput', 'propertyfx.MintOutput', 'propertyfx.OwnedOutput'],
      },
    });
  });
});

describe('toJSONText', () => {
  it('prints with the transaction’s network, or the caller’s', () => {
    const opened = open(pTx!.hex);
    expect(toJSONText(opened)).toBe(pTx!.json);
    expect(toJSONText(opened.txs[0]!)).toBe(pTx!.json);
    expect(toJSONText(opened, { network: identifyNetwork(7) })).toBe(
      pTx!.json.replace(/P-[a-z]+1[a-z0-9]+/g, (text) =>
        formatAddress('P', 'custom', readAddress(text).bytes),
      ),
    );
  });
});

describe('spans', () => {
  it('names every byte once', () => {
    const opened = open(pTx!.nodeHex);
    const found = spansOf(opened);
    expect(found[0]).toMatchObject({ path: 'codecVersion', start: 0, end: 2 });
    expect(found.map((s) => s.end).slice(0, -1)).toEqual(found.map((s) => s.start).slice(1));
    expect(found.at(-1)!.end).toBe(opened.bytes.length);
    expect(formatBytes(opened.bytes, 'hex')).toBe(pTx!.nodeHex);
  });
});

it('tells the declared type of a value, which reads and writes its bytes', () => {
  for (const opened of [
    open(pTx!.nodeHex),
    open(pTx!.unsignedHex, { chain: 'P', kind: 'unsignedTx' }),
    open(pUTXO!.hex),
  ]) {
    const type = wireTypeOf(opened);
    expect(decode(type, opened.bytes)).toEqual(opened.value);
    expect(encode(type, opened.value)).toEqual(opened.bytes);
  }
  expect(wireTypeOf(open(pTx!.nodeHex).txs[0]!)).toBe(wireTypeOf(open(pTx!.nodeHex)));
});

it('reads a genesis with a transaction larger than any that is issued, as the node does', () => {
  const genesis = decode(Genesis, bytesOf('genesis-fuji'));
  const [chain] = genesis.Chains;
  const unsignedTx = { ...(chain!.unsignedTx as CreateChainTx), genesisData: new Uint8Array(3e6) };
  const bytes = encode(Genesis, { ...genesis, Chains: [{ ...chain!, unsignedTx }] });
  const found = open(bytes, { chain: 'P', kind: 'genesis' });
  const id = found.txs.at(-1)!.txID;
  expect(toJSONText(found)).toContain(`"credentials":[],"id":"${id}"`);
  expect(answer(JSON.stringify({ chain: 'P', kind: 'genesis', hex: formatHex(bytes) }))).toContain(
    `"genesisID":"${found.id}"`,
  );
});
