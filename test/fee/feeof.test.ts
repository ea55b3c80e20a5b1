import { expect, it } from 'vitest';
import { feeOf } from '../../src/fee/index.ts';
import { atomicGasOf, gasOf } from '../../src/fee/transactions.ts';
import { fuji } from '../../src/network/known.ts';
import type { TxOf } from '../../src/rules/index.ts';
import { utxo } from '../support/state.ts';
import { base, spend, xBase } from '../support/tx.ts';

const facts = { network: fuji, feeState: { price: 3n }, baseFee: 2_500_000_000n };

it('says gas, price and fee of a transaction of any chain', () => {
  const p: TxOf<'platformvm.BaseTx'> = {
    type: 'platformvm.BaseTx',
    ...base([spend(utxo(1, 10n))], []),
  };
  const gas = gasOf(p, fuji);
  expect(feeOf(p, facts)).toEqual({ gas, price: 3n, fee: 3n * gas });
  expect(feeOf(p, { network: fuji })).toEqual({ gas });
  const x: TxOf<'avm.BaseTx'> = { type: 'avm.BaseTx', ...xBase([spend(utxo(1, 10n))], []) };
  expect(feeOf(x, facts)).toEqual({ fee: fuji.xFees.txFee });
  const c: TxOf<'atomic.ImportTx'> = {
    type: 'atomic.ImportTx',
    networkID: fuji.networkID,
    blockchainID: fuji.chains.C.blockchainID,
    sourceChain: fuji.chains.P.blockchainID,
    importedInputs: x.inputs,
    outputs: [{ address: new Uint8Array(20), amount: 1n, assetID: fuji.avaxAssetID }],
  };
  const used = atomicGasOf(c);
  expect(feeOf(c, facts)).toEqual({
    gas: used,
    price: facts.baseFee,
    fee: (used * 5n + 1n) / 2n,
  });
  expect(feeOf(c, { network: fuji })).toEqual({ gas: used });
});
