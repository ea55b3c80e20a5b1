import { describe, expect, it } from 'vitest';
import { UnsignedTx } from '../../src/chain/pchain/tx.ts';
import { openContainers } from '../../src/open/indexed.ts';
import { open, openAll, openTx } from '../../src/open/open.ts';
import { parseHex } from '../../src/text/hex.ts';
import { encode } from '../../src/wire/codec.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const [row] = rows('p-public');
const bytes = parseHex(row!.hex);

describe('openTx', () => {
  it('gives the transaction of bytes, hex, JSON and replies', () => {
    const tx = openTx(bytes);
    expect(tx).toEqual(open(bytes).txs[0]);
    for (const input of [
      row!.hex,
      { jsonrpc: '2.0', result: { tx: row!.hex, encoding: 'hexnc' }, id: 1 },
    ])
      expect(openTx(input)).toEqual(tx);
  });

  it('refuses several, none, and one without credentials', () => {
    const several = rows('p-blocks').find(({ txIDs }) => txIDs!.length > 1)!;
    expect(thrown(() => openTx(several.hex, { chain: 'P', kind: 'block' }))).toMatchObject({
      code: 'Ambiguous',
      context: { candidates: several.txIDs!.map((txID) => ({ chain: 'P', txID })) },
    });
    expect(thrown(() => openTx({ result: null }))).toMatchObject({ code: 'Ambiguous' });
    const unsigned = encode(UnsignedTx, openTx(bytes).unsignedTx as UnsignedTx);
    expect(thrown(() => openTx(unsigned))).toMatchObject({ code: 'Unsupported' });
  });
});

describe('a reply without containers', () => {
  it.each([
    [{ jsonrpc: '2.0', result: null, id: 1 }],
    ['{"jsonrpc":"2.0","result":null,"id":1}'],
    [{ result: { containers: null } }],
    [{ result: [] }],
  ])('is an empty range: %j', (reply) => {
    expect(openContainers(reply)).toEqual([]);
    expect(openAll(reply)).toEqual([]);
  });
});
