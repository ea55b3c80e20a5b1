/** L1 validators of a ledger (ACP-77): registration, weight, balance, the continuous fee, and deactivation. */
import type { ConvertSubnetToL1Tx, RegisterL1ValidatorTx } from '../chain/pchain/index.ts';
import { AvalancheError } from '../errors/error.ts';
import { advanceValidatorFeeState, validatorFeeOf } from '../fee/validatorfee.ts';
import { formatID } from '../text/id.ts';
import { readMessage } from '../tx/message.ts';
import { amountOf } from '../tx/output.ts';
import { conversionOf, L1Payload, validationIDOf } from '../warp/l1.ts';
import { encode } from '../wire/codec.ts';
import { type L1Why, missing, type PWork, produce, put } from './changes.ts';
import {
  firstEndOf,
  type L1Validator,
  l1BalanceOf,
  lookupOf,
  type PLedger,
  type Subnet,
} from './ledger.ts';

/**
 * Reads a warp message to the P-chain.
 * @throws {AvalancheError} `UnknownTypeID`: a payload of another type.
 */
function payloadOf<T extends L1Payload['type']>(message: Uint8Array, type: T) {
  const payload = readMessage(message);
  if (payload.type === type) return payload as Extract<L1Payload, { readonly type: T }>;
  throw new AvalancheError('UnknownTypeID', `expected a ${type}, got a ${payload.type}`, {
    found: payload.type,
    expected: type,
  }).at('message');
}

const isActive = ({ weight, endAccumulatedFee }: L1Validator): boolean =>
  weight !== 0n && endAccumulatedFee !== 0n;

/** Adds or replaces a validator, or removes it if its weight is 0. */
function putValidator(work: PWork, validator: L1Validator, reason: L1Why): void {
  const { ledger } = work;
  const key = formatID(validator.validationID);
  const had = ledger.l1Validators.get(key);
  put(work, ledger.l1Validators, key, validator.weight === 0n ? undefined : validator);
  const { current, excess } = ledger.validatorFeeState;
  const more = BigInt(isActive(validator)) - BigInt(had !== undefined && isActive(had));
  ledger.validatorFeeState = { current: current + more, excess };
  const lookup = lookupOf(ledger);
  if (isActive(validator) && validator.endAccumulatedFee < lookup.firstEnd)
    lookup.firstEnd = validator.endAccumulatedFee;
  work.l1Validators.push({ validator, why: reason });
}

/** The accrued fees at which a balance is used up; 0 for an inactive validator. */
const endOf = ({ accruedFees }: PLedger, balance: bigint): bigint =>
  balance === 0n ? 0n : accruedFees + balance;

function validatorOf({ l1Validators }: PLedger, validationID: Uint8Array): L1Validator {
  const found = l1Validators.get(formatID(validationID));
  if (!found) throw missing('L1 validator', validationID);
  return found;
}

/** A validator that is registered now. */
type NewValidator = Omit<L1Validator, 'startTime' | 'minNonce' | 'endAccumulatedFee'>;

function addValidator(work: PWork, validator: NewValidator, balance: bigint): void {
  const { time: startTime } = work.ledger;
  const endAccumulatedFee = endOf(work.ledger, balance);
  putValidator(work, { ...validator, startTime, minNonce: 0n, endAccumulatedFee }, 'registered');
}

/** Adds the first validators of an L1, and returns the conversion of its subnet. */
export function convert(work: PWork, tx: ConvertSubnetToL1Tx): NonNullable<Subnet['conversion']> {
  const { subnetID, chainID, address } = tx;
  for (const [index, { balance, signer, ...validator }] of tx.validators.entries()) {
    const validationID = validationIDOf({ subnetID, index });
    addValidator(
      work,
      { validationID, subnetID, ...validator, publicKey: signer.publicKey },
      balance,
    );
  }
  const { conversionID } = conversionOf({ unsignedTx: tx });
  return { conversionID, chainID, address };
}

/** Adds the validator of a message. */
export function register(work: PWork, { message, balance }: RegisterL1ValidatorTx): void {
  const payload = payloadOf(message, 'message.RegisterL1Validator');
  const { subnetID, nodeID, weight, remainingBalanceOwner, disableOwner, blsPublicKey } = payload;
  const validationID = validationIDOf({ registerMessage: encode(L1Payload, payload) });
  const owners = { remainingBalanceOwner, deactivationOwner: disableOwner };
  const validator = { validationID, subnetID, nodeID, publicKey: blsPublicKey, weight, ...owners };
  addValidator(work, validator, balance);
}

/** The transaction that produces a refund, and the index after its outputs. */
interface Refunding {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
}

/** Sets the weight of a validator by a message; 0 removes it and refunds its balance. */
export function setWeight(work: PWork, message: Uint8Array, refunding: Refunding): void {
  const payload = payloadOf(message, 'message.L1ValidatorWeight');
  const { validationID, weight, nonce } = payload;
  const validator = validatorOf(work.ledger, validationID);
  if (weight === 0n) refund(work, validator, refunding);
  const changed = { ...validator, weight, minNonce: nonce + 1n };
  putValidator(work, changed, weight === 0n ? 'removed' : 'weight');
}

/** Increases the balance of a validator. */
export function increase(work: PWork, validationID: Uint8Array, balance: bigint): void {
  const validator = validatorOf(work.ledger, validationID);
  const { endAccumulatedFee } = validator;
  const from = endAccumulatedFee === 0n ? work.ledger.accruedFees : endAccumulatedFee;
  putValidator(work, { ...validator, endAccumulatedFee: from + balance }, 'balance');
}

/** Deactivates a validator and refunds its balance. */
export function disable(work: PWork, validationID: Uint8Array, refunding: Refunding): void {
  const validator = validatorOf(work.ledger, validationID);
  if (!isActive(validator)) return;
  refund(work, validator, refunding);
  putValidator(work, { ...validator, endAccumulatedFee: 0n }, 'disabled');
}

function refund(work: PWork, validator: L1Validator, { txID, outputIndex }: Refunding): void {
  if (!isActive(validator)) return;
  const output = amountOf(l1BalanceOf(validator, work.ledger), validator.remainingBalanceOwner);
  const { avaxAssetID: assetID } = work.ledger.network;
  produce(work, { txID, outputIndex, assetID, output }, 'refund', txID);
}

/**
 * Charges the validators for a number of seconds, and deactivates those that cannot pay.
 * Source: avalanchego `vms/platformvm/txs/executor/state_changes.go` `advanceValidatorFeeState`.
 */
export function charge(work: PWork, seconds: bigint): void {
  const { ledger } = work;
  const { validatorFees } = ledger.network;
  const state = ledger.validatorFeeState;
  ledger.accruedFees += validatorFeeOf(state, validatorFees).cost(seconds);
  const { excess } = advanceValidatorFeeState(state, seconds, validatorFees);
  deactivate(work, ledger.accruedFees + 1n);
  ledger.validatorFeeState = { current: ledger.validatorFeeState.current, excess };
}

/**
 * Deactivates the validators that cannot pay for one more second.
 * Source: avalanchego `vms/platformvm/block/executor/verifier.go` `deactivateLowBalanceL1Validators`.
 */
export function deactivateLow(work: PWork): void {
  const { accruedFees, validatorFeeState, network } = work.ledger;
  if (validatorFeeState.current === 0n) return;
  deactivate(work, accruedFees + validatorFeeOf(validatorFeeState, network.validatorFees).cost(1n));
}

/** Deactivates the validators whose balance is used up before the accrued fees reach `least`. */
function deactivate(work: PWork, least: bigint): void {
  const { ledger } = work;
  const lookup = lookupOf(ledger);
  if (lookup.firstEnd >= least) return;
  for (const validator of [...ledger.l1Validators.values()])
    if (isActive(validator) && validator.endAccumulatedFee < least)
      putValidator(work, { ...validator, endAccumulatedFee: 0n }, 'deactivated');
  lookup.firstEnd = firstEndOf(ledger);
}
