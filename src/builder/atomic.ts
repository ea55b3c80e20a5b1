import { AvalancheError, within } from '../errors/error.ts';
import { atomicGasCap, withMargin } from '../fee/transactions.ts';
import type { CState } from '../state/state.ts';
import { type Wei, wei } from '../text/amount.ts';
import { maxUint64 } from '../text/uint64.ts';
import { checkState } from './checkstate.ts';
import { type BuildOptions, checkOptionsWithout } from './intent.ts';

/** Gas of an account input of an export: 68 bytes and a signature. */
export const accountInputGas = 1_068n;

/** Bytes of an account input with its credential. */
export const accountInputBytes = 141;

/** Returns the gas of a UTXO that an import spends: its bytes and signatures. */
export const importedInputGas = (signatures: number): bigint => 84n + 1_004n * BigInt(signatures);

/**
 * Checks that the sum of inputs is a uint64.
 * @throws {AvalancheError} `OutOfRange`
 */
export function verifySum(have: bigint): void {
  if (have > maxUint64)
    throw new AvalancheError(
      'OutOfRange',
      `the inputs sum to ${have} nAVAX, which is not a uint64`,
      { value: have, unit: 'nAVAX' },
    );
}

/** The gas price and gas limit of atomic transactions. */
export interface AtomicTariff {
  /** Price per unit of gas, including the margin. */
  readonly price: Wei;
  /** Maximum gas of a transaction. */
  readonly cap: bigint;
}

/**
 * Returns the tariff of C-chain imports and exports in a state.
 * @param useless Options that do not apply.
 * @throws {AvalancheError} `OutOfRange`: an invalid base fee; as `checkOptionsWithout`.
 */
export function atomicTariffOf(
  state: CState,
  options: BuildOptions,
  useless: readonly (keyof BuildOptions)[],
): AtomicTariff {
  checkOptionsWithout(options, useless);
  checkState(state);
  const { network, time, baseFee } = state;
  return within(['state'], () => {
    if (typeof baseFee !== 'bigint' || baseFee < 1n)
      throw new AvalancheError('OutOfRange', `must be an amount of wei, got ${baseFee}`, {
        value: baseFee,
        min: 0,
        unit: 'wei',
      }).at('baseFee');
    const price = within(['baseFee'], () => wei(withMargin(baseFee, options.priceMargin)));
    return { price, cap: atomicGasCap(network, time) };
  });
}
