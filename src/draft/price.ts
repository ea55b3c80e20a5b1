import { AvalancheError } from '../errors/error.ts';
import { addUnits, inputUnits, outputUnits } from '../fee/gas.ts';
import {
  atomicFeeOf,
  atomicGasCap,
  atomicGasOf,
  complexityOf,
  feeOf,
  pTariff,
  type Tariff,
  weightOf,
  xTariff,
} from '../fee/transactions.ts';
import type { Wei } from '../text/amount.ts';
import { signedSizeOf } from '../tx/bytes.ts';
import type { Draft, DraftOf, Fee } from './draft.ts';

/**
 * Checks that the fee is what the tariff asks.
 * @param unsignedSize Length of the unsigned bytes.
 * @throws {AvalancheError} `FeeTooLow`, `FeeTooHigh`, `Mismatch`, `OutOfRange`.
 */
export function verifyFee(draft: Draft, unsignedSize: number): void {
  const { chain, network, fee, slots } = draft;
  if (draft.chain === 'C') {
    verifyAtomicFee(draft, unsignedSize);
    return;
  }
  const tariff =
    chain === 'P' ? pTariff(network, fee.price ?? 0n) : xTariff(network, draft.unsignedTx.type);
  const size = signedSizeOf(draft.unsignedTx, unsignedSize);
  const weight = weightOf(complexityOf(draft.unsignedTx, size), tariff);
  verifyWeight(weight, tariff, slots.length);
  verifyGas(fee, chain === 'P' ? weight : undefined);
  verifyTotal(fee, feeOf(weight, tariff), maxDust(tariff));
}

function verifyAtomicFee(
  { network, time, unsignedTx, slots, fee }: DraftOf<'C'>,
  unsignedSize: number,
): void {
  const gas = atomicGasOf(unsignedTx, unsignedSize);
  verifyWeight(gas, { unit: 'gas', cap: atomicGasCap(network, time) }, slots.length);
  verifyGas(fee, gas);
  verifyTotal(fee, atomicFeeOf(gas, (fee.price ?? 0n) as Wei), 0n);
}

function verifyGas({ gas }: Fee, used: bigint | undefined): void {
  if (gas !== used)
    throw new AvalancheError('Mismatch', `is ${gas}, the transaction uses ${used}`, {
      found: String(gas),
      expected: String(used),
    }).at('gas');
}

function verifyTotal({ total }: Fee, asked: bigint, dust: bigint): void {
  if (total < asked)
    throw new AvalancheError(
      'FeeTooLow',
      `the fee is ${total} nAVAX, at least ${asked} are needed`,
      { fee: total, minFee: asked },
    );
  if (total - asked > dust)
    throw new AvalancheError('FeeTooHigh', `the fee is ${total} nAVAX, ${asked} are needed`, {
      fee: total,
      maxFee: asked + dust,
    });
}

/**
 * @throws {AvalancheError} `OutOfRange`: context has `unit`, `weight`, `cap` and `inputs`.
 */
export function verifyWeight(
  weight: bigint,
  { unit, cap }: Pick<Tariff, 'unit' | 'cap'>,
  inputs: number,
): void {
  if (weight > cap)
    throw new AvalancheError(
      'OutOfRange',
      `${weight} ${unit} with ${inputs} inputs, at most ${cap} are allowed`,
      { value: weight, max: cap, unit, inputs },
    );
}

/** nAVAX that a fee may hold beyond what is asked: what one more output costs to make and to spend. */
const maxDust = (tariff: Tariff): bigint =>
  tariff.price * weightOf(addUnits(outputUnits(1), inputUnits(1)), tariff);
