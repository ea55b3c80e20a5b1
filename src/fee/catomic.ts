import type { UnsignedTx } from '../chain/cchain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import { isActive, type Network } from '../network/network.ts';
import type { Wei } from '../text/amount.ts';
import { maxUint64, uint64 } from '../text/uint64.ts';
import { unsignedBytesOf } from '../tx/bytes.ts';
import { claimsOf } from '../tx/claims.ts';

/**
 * Returns the gas of an import to the C-chain or an export from it: 10,000, plus 1 per byte and 1,000 per signature.
 * Source: avalanchego `vms/saevm/cchain/tx/tx.go` `gasUsed`.
 * @param unsignedSize Length of the unsigned bytes, if known.
 * @throws {AvalancheError} As `encode`.
 */
export function atomicGasOf(
  tx: UnsignedTx,
  unsignedSize: number = unsignedBytesOf(tx).length,
): bigint {
  const signatures = claimsOf(tx).reduce((sum, of) => sum + of.signatureIndices.length, 0);
  return BigInt(10_000 + unsignedSize + 1_000 * signatures);
}

const weiPerNAVAX = 1_000_000_000n;

/**
 * Returns the fee for gas of the C-chain in nAVAX, rounded up: the minimum that an import or export must burn.
 * Source: avalanchego `vms/saevm/cchain/tx/tx.go` `gasPrice`.
 * @param baseFee Wei per unit of gas. The base fee at execution is not known in advance: add a margin to the current one.
 * @throws {AvalancheError} `OutOfRange`: a negative base fee, or a fee that is not a uint64.
 * @example
 * atomicFeeOf(11_230n, wei(25_000_000_001n)); // 280_751n
 */
export function atomicFeeOf(gas: bigint, baseFee: Wei): bigint {
  uint64(gas, 'gas');
  if (typeof baseFee !== 'bigint' || baseFee < 0n)
    throw new AvalancheError('OutOfRange', `must be an amount of wei, got ${baseFee}`, {
      value: baseFee,
      min: 0,
      unit: 'wei',
    }).at('baseFee');
  const fee = (gas * baseFee + weiPerNAVAX - 1n) / weiPerNAVAX;
  if (fee <= maxUint64) return fee;
  throw new AvalancheError('OutOfRange', `a fee of ${fee} nAVAX is not a uint64`, {
    value: fee,
    unit: 'nAVAX',
  });
}

/**
 * Returns the most gas that an import or export may use. Before Helicon it is the limit for all of them in a block.
 * Source: avalanchego `vms/saevm/cchain/txpool/txpool.go`; before Helicon coreth `plugin/evm/upgrade/ap5`.
 * @param time Unix seconds.
 */
export const atomicGasCap = (network: Network, time: bigint): bigint =>
  !isActive('helicon', network, time) ? 100_000n : 1_000_000n;
