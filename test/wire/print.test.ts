import { describe, expect, it } from 'vitest';
import { Block } from '../../src/chain/xchain/block.ts';
import { type Tx, UnsignedTx } from '../../src/chain/xchain/tx.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import { asset } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

describe('toJSONText', () => {
  const base = {
    type: 'avm.BaseTx',
    networkID: 5,
    blockchainID: asset(1),
    outputs: [],
    inputs: [],
    memo: new Uint8Array(0),
  };
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'UnknownTypeID'],
    ['null', null, 'UnknownTypeID'],
    ['a type that is none', { ...base, type: 'avm.NoTx' }, 'UnknownTypeID'],
    ['no list', { ...base, outputs: undefined }, 'OutOfRange'],
    ['no struct', { ...base, outputs: [5] }, 'OutOfRange'],
    ['no output', { ...base, outputs: [{ assetID: asset(2), output: null }] }, 'UnknownTypeID'],
  ])('refuses %s', (_, value, code) => {
    expect(thrown(() => valueToJSONText(UnsignedTx, value as never)).code).toBe(code);
  });

  it('prints ids as they are known, and hashes the others', () => {
    const first = { unsignedTx: base, credentials: [] } as unknown as Tx;
    const second = { ...first };
    const block = {
      type: 'avm.StandardBlock',
      parentID: asset(1),
      height: 1n,
      time: 2n,
      merkleRoot: asset(0),
      txs: [first, second],
    } as const;
    const ids = (text: string) => [...text.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id);
    const [a, b, c] = ids(valueToJSONText(Block, block));
    expect(a).toBe(b);
    const known = new Map<unknown, string>([[first, 'known']]);
    expect(ids(valueToJSONText(Block, block, { ids: known }))).toEqual(['known', b, c]);
    expect(ids(valueToJSONText(Block, block, { ids: new Map([[block, 'known']]) }))).toEqual([
      a,
      b,
      'known',
    ]);
  });
});
