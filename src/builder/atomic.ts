import { AvalancheError, within } from '../errors/error.ts';
import { atomicGasCap, withMargin } from '../fee/transactions.ts';
import type { CState } from '../state/state.ts';
import { type Wei, wei } from '../text/amount.ts';
import { maxUint64 } from '../text/uint64.ts';
import { checkOptionsWithout, type Options } from './intent.ts';
import { checkState } from './state.ts';

/** Gas of an account that an export takes from: 68 bytes and a signature. */
export const accountInputGas = 1_068n;

/** Bytes of an account’s input with its credential. */
export const accountInputBytes = 141;

/** Gas of a UTXO that an import spends: its bytes and signatures. */
export const importedInputGas = (signatures: number): bigint => 84n + 1_004n * BigInt(signatures);

/**
 * Checks what inputs hold together.
 * @throws {AvalancheError} `OutOfRange`: no uint64.
 */
export function verifySum(have: bigint): void {
  if (have > maxUint64)
    throw new AvalancheError(
      'OutOfRange',
      `the inputs sum to ${have} nAVAX, which is not a uint64`,
      { value: have, unit: 'nAVAX' },
    );
}

/** What gas costs and how much of it there is. */
export interface AtomicTariff {
  /** For a unit of gas, with the margin. */
  readonly price: Wei;
  /** Most gas that a transaction may use. */
  readonly cap: bigint;
}

/**
 * What a state asks of imports and exports.
 * @param useless Options that have nothing to do there.
 * @throws {AvalancheError} `OutOfRange`: a base fee that is none; as `checkOptionsWithout`.
 */
export function atomicTariffOf(
  state: CState,
  options: Options,
  useless: readonly (keyof Options)[],
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
