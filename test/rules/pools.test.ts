import { describe, expect, it } from 'vitest';
import { fuji } from '../../src/network/known.ts';
import { type AnyUnsignedTx, checkTx, type Facts, type TxOf } from '../../src/rules/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { amountOf } from '../../src/tx/output.ts';
import { AVAX, at, me, pBase } from '../support/ruletx.ts';
import { asset, utxo } from '../support/state.ts';
import { base, spend, xBase } from '../support/tx.ts';
import { ruleSays } from '../support/verdict.ts';

describe('assets, accounts and pools', () => {
  const xTx = (assetID: Uint8Array): AnyUnsignedTx => ({
    type: 'avm.BaseTx',
    ...xBase(
      [spend(utxo(1, 2_000_000n)), spend(utxo(2, 5n, { assetID }))],
      [{ assetID, output: amountOf(5n, me) }],
    ),
  });

  it('an asset exists, and was made with what it is used as', () => {
    const says = (assets: Facts['assets']) => ruleSays(xTx(asset(7)), at({ assets }), 'assets');
    expect(says(() => [0])).toBe('ok');
    expect(says(() => [1, 2])).toMatch(/^Unsupported .*assetID$/);
    expect(says(() => null)).toMatch(/^NotFound .*assetID$/);
    expect(says(undefined)).toBe('? assets');
    expect(ruleSays(xTx(AVAX), at(), 'assets')).toBe('ok');
    // One that is burned exists as well, beside operations too.
    const burned = xBase(
      [spend(utxo(1, 2_000_000n)), spend(utxo(2, 5n, { assetID: asset(7) }))],
      [],
    );
    const burning: readonly AnyUnsignedTx[] = [
      { type: 'avm.BaseTx', ...burned },
      { type: 'avm.OperationTx', ...burned, operations: [] },
    ];
    for (const tx of burning)
      expect(ruleSays(tx, at({ assets: () => null }), 'assets')).toBe('NotFound inputs[1].assetID');
    const elsewhere = { ...fuji.chains.X, blockchainID: asset(8) };
    expect(ruleSays(xTx(AVAX), at({ blockchain: elsewhere }), 'assets')).toBe('? assets');
  });

  const address = new Uint8Array(20).fill(3);
  const exported = (burned: bigint, nonce = 7n): TxOf<'atomic.ExportTx'> => ({
    type: 'atomic.ExportTx',
    networkID: fuji.networkID,
    blockchainID: fuji.chains.C.blockchainID,
    destinationChain: fuji.chains.P.blockchainID,
    inputs: [{ address, amount: 5n + burned, assetID: AVAX, nonce }],
    exportedOutputs: [{ assetID: AVAX, output: amountOf(5n, me) }],
  });

  it('an account has the nonce and the balance', () => {
    const says = (account: { nonce: bigint; balance: bigint } | null | undefined) =>
      ruleSays(
        exported(4n),
        at({ accounts: (of) => (of === formatHex(address) ? account : null) }),
        'accounts',
      );
    expect(says({ nonce: 7n, balance: 9_000_000_000n })).toBe('ok');
    expect(says({ nonce: 7n, balance: 8_999_999_999n })).toBe('Insufficient inputs[0].amount');
    expect(says({ nonce: 8n, balance: 9_000_000_000n })).toBe('Mismatch inputs[0].nonce');
    expect(says(undefined)).toBe('? accounts');
  });

  it('the pool of P takes no conflict, and drops only what pays less', () => {
    const paying = (n: number, burned: bigint): AnyUnsignedTx => ({
      type: 'platformvm.BaseTx',
      ...base([spend(utxo(n, 9n + burned))], pBase.outputs),
    });
    const says = (burned: bigint, capacity: bigint, ...txs: readonly AnyUnsignedTx[]) =>
      ruleSays(
        paying(1, burned),
        at({ pool: { txs: txs.map((unsignedTx) => ({ unsignedTx })), capacity } }),
        'pool',
      );
    const detail = checkTx(paying(1, 0n), at({ feeState: { capacity: 1_000_000n } })).findings.find(
      ({ rule }) => rule === 'gas',
    )!.detail!;
    const gas = BigInt(detail.split(' ')[0]!);
    expect(says(5n, 10n * gas, paying(1, 9n))).toBe('Duplicate');
    expect(says(5n, 2n * gas, paying(2, 9n))).toBe('ok');
    expect(says(5n, 2n * gas - 1n, paying(2, 9n))).toBe('NotAllowed');
    expect(says(5n, 2n * gas - 1n, paying(2, 5n))).toBe('NotAllowed');
    expect(says(6n, 2n * gas - 1n, paying(2, 5n))).toBe('ok');
    expect(says(6n, gas - 1n, paying(2, 5n))).toBe('NotAllowed');
    expect(ruleSays(paying(1, 5n), at(), 'pool')).toBe('ok');
    // Without any AVAX it burns 0.
    const free: AnyUnsignedTx = {
      type: 'platformvm.BaseTx',
      ...base([spend(utxo(1, 9n, { assetID: asset(7) }))], []),
    };
    const pool = { txs: [{ unsignedTx: paying(2, 0n) }], capacity: gas };
    expect(ruleSays(free, at({ pool }), 'pool')).toBe('NotAllowed');
  });

  it('the pool of X has room, and no conflict', () => {
    const says = (capacity: bigint | undefined, ...txs: readonly AnyUnsignedTx[]) =>
      ruleSays(
        xTx(AVAX),
        at({
          pool: { txs: txs.map((unsignedTx) => ({ unsignedTx })), ...(capacity && { capacity }) },
        }),
        'pool',
      );
    const other: AnyUnsignedTx = { type: 'avm.BaseTx', ...xBase([spend(utxo(9, 5n))], []) };
    expect(says(undefined, other)).toBe('ok');
    expect(says(undefined, xTx(AVAX))).toBe('Duplicate');
    expect(says(100n)).toBe('NotAllowed');
  });

  it('the pool of C replaces what pays less for the same nonce, and the cheapest once it is full', () => {
    const says = (burned: bigint, txs: readonly AnyUnsignedTx[], capacity?: bigint) =>
      ruleSays(
        exported(burned),
        at({
          pool: { txs: txs.map((unsignedTx) => ({ unsignedTx })), ...(capacity && { capacity }) },
        }),
        'pool',
      );
    expect(says(2n, [exported(1n)])).toBe('ok');
    expect(says(1n, [exported(1n)])).toBe('FeeTooLow');
    expect(says(1n, [exported(9n, 8n)])).toBe('ok');
    expect(says(1n, [exported(9n, 8n)], 1n)).toBe('FeeTooLow');
    expect(says(9n, [exported(9n, 8n)], 1n)).toBe('FeeTooLow');
    expect(says(10n, [exported(9n, 8n)], 1n)).toBe('ok');
    expect(says(10n, [exported(9n, 8n), exported(11n, 9n)], 2n)).toBe('ok');
    // Those that it replaces leave first: of what stays none pays less.
    expect(says(10n, [exported(11n, 8n), exported(9n)], 1n)).toBe('FeeTooLow');
  });

  it('the fee of C is what the base fee asks, once it is known', () => {
    const says = (burned: bigint, baseFee?: bigint) =>
      ruleSays(exported(burned), at({ baseFee }), 'fee');
    const gas = BigInt(
      checkTx(exported(1n), at())
        .findings.find(({ rule }) => rule === 'gas')!
        .detail!.split(' ')[0]!,
    );
    expect(says(gas, 1_000_000_000n)).toBe('ok');
    expect(says(gas - 1n, 1_000_000_000n)).toBe('FeeTooLow');
    expect(says(0n)).toBe('? baseFee');
  });
});
