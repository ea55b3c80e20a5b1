import { AvalancheError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { addUint64 } from './components.ts';
import type { UnsignedTx } from './context.ts';
import { inputsOf, outputsOf } from './parts.ts';

/** An amount of an asset. */
export interface AssetAmount {
  readonly assetID: Uint8Array;
  readonly amount: bigint;
}

/** Amounts that go in, locked or not, whatever chain. */
export const amountsIn = (tx: UnsignedTx): readonly AssetAmount[] =>
  tx.type === 'atomic.ExportTx'
    ? tx.inputs
    : inputsOf(tx).map(({ value: { assetID, input } }) => ({
        assetID,
        amount: input.type === 'stakeable.LockIn' ? input.input.amount : input.amount,
      }));

/** Amounts that come out, locked or not, whatever chain. */
export const amountsOut = (tx: UnsignedTx): readonly AssetAmount[] =>
  tx.type === 'atomic.ImportTx'
    ? tx.outputs
    : outputsOf(tx).map(({ value: { assetID, output } }) => ({
        assetID,
        amount: output.type === 'stakeable.LockOut' ? output.output.amount : output.amount,
      }));

/**
 * Amounts added up by asset, in the order of the assets’ first.
 * @throws {AvalancheError} `OutOfRange`: a sum that is no uint64.
 */
export function sumsOf(amounts: readonly AssetAmount[]): ReadonlyMap<string, AssetAmount> {
  const sums = new Map<string, AssetAmount>();
  for (const { assetID, amount } of amounts) {
    const key = formatHex(assetID);
    const sum = sums.get(key)?.amount ?? 0n;
    sums.set(key, { assetID, amount: addUint64(sum, amount) });
  }
  return sums;
}

export const unbalanced = (
  assetID: Uint8Array,
  goesIn: bigint,
  comesOut: bigint,
  what = 'come out',
): AvalancheError => {
  const context = { assetID: formatID(assetID), goesIn, comesOut };
  const detail = `${comesOut} of ${context.assetID} ${what}, ${goesIn} go in`;
  return new AvalancheError('Unbalanced', detail, context);
};

/**
 * The node’s own rule: of each asset at least as much goes in as comes out, and the fee. `verifyFlows` is exact.
 * Source: avalanchego `vms/components/avax/flow_checker.go`.
 * @throws {AvalancheError} `Unbalanced`, `OutOfRange`; `FeeTooLow`: context has `paid` and `asked`.
 */
export function verifyNodeFlow(tx: UnsignedTx, fee: bigint, { avaxAssetID }: Network): void {
  const goesIn = sumsOf(amountsIn(tx));
  const comesOut = sumsOf(amountsOut(tx));
  for (const [key, { assetID, amount }] of comesOut) {
    const consumed = goesIn.get(key)?.amount ?? 0n;
    if (amount > consumed) throw unbalanced(assetID, consumed, amount);
  }
  const avax = formatHex(avaxAssetID);
  const paid = (goesIn.get(avax)?.amount ?? 0n) - (comesOut.get(avax)?.amount ?? 0n);
  if (paid < fee)
    throw new AvalancheError('FeeTooLow', `${paid} nAVAX are paid, at least ${fee} are needed`, {
      fee: paid,
      minFee: fee,
    });
}
