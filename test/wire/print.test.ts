import { describe, expect, it } from 'vitest';
import { UnsignedTx } from '../../src/chain/xchain/tx.ts';
import { bare } from '../../src/wire/context.ts';
import { toJSONText } from '../../src/wire/print.ts';
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
    expect(thrown(() => toJSONText(UnsignedTx, value as never, bare)).code).toBe(code);
  });
});
