import { formatID, formatNodeID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import type { PLedger, Staker, StakerTx } from './ledger.ts';

/**
 * An index over a ledger, so that a block need not search all of it. It follows from the ledger, and is computed when it is missing.
 */
export interface Lookup {
  /** CB58 of the txIDs of current validators, by `nodeKey`. */
  readonly validators: Map<string, string>;
  /** No pending staker begins and no permissioned one ends before this time. */
  nextChange: bigint;
  /** No active L1 validator has an `endAccumulatedFee` below this. */
  firstEnd: bigint;
}

const lookups = new WeakMap<PLedger, Lookup>();

/** Returns the index of a ledger. */
export function lookupOf(ledger: PLedger): Lookup {
  let found = lookups.get(ledger);
  if (!found) lookups.set(ledger, (found = lookupFrom(ledger)));
  return found;
}

/** Drops the index after the ledger was restored. */
export const forgetLookup = (ledger: PLedger): unknown => lookups.delete(ledger);

function lookupFrom(ledger: PLedger): Lookup {
  const validators = new Map<string, string>();
  for (const [key, staker] of ledger.current)
    if (isValidator(staker)) validators.set(nodeKey(staker), key);
  return { validators, nextChange: nextChangeOf(ledger), firstEnd: firstEndOf(ledger) };
}

/** The time at which the first pending staker begins or the first permissioned one ends. */
export function nextChangeOf({ pending, current }: PLedger): bigint {
  let first = maxUint64;
  for (const { startTime } of pending.values()) if (startTime < first) first = startTime;
  for (const staker of current.values())
    if (isPermissioned(staker) && staker.endTime < first) first = staker.endTime;
  return first;
}

/** The lowest `endAccumulatedFee` of an active L1 validator. */
export function firstEndOf({ l1Validators }: PLedger): bigint {
  let first = maxUint64;
  for (const { endAccumulatedFee: end } of l1Validators.values())
    if (end !== 0n && end < first) first = end;
  return first;
}

/** Whether a staker is a validator, also of a permissioned subnet, and not a delegator. */
export const isValidator = ({ tx }: Staker): boolean => kinds[tx.type] !== 'delegator';

/** Whether a staker validates a permissioned subnet, without a stake. */
export const isPermissioned = ({ tx }: Staker): boolean => kinds[tx.type] === 'permissioned';

/** The role of the stakers of each type. */
const kinds: { readonly [T in StakerTx['type']]: 'validator' | 'delegator' | 'permissioned' } = {
  'platformvm.AddValidatorTx': 'validator',
  'platformvm.AddPermissionlessValidatorTx': 'validator',
  'platformvm.AddAutoRenewedValidatorTx': 'validator',
  'platformvm.AddDelegatorTx': 'delegator',
  'platformvm.AddPermissionlessDelegatorTx': 'delegator',
  'platformvm.AddSubnetValidatorTx': 'permissioned',
};

/** A key for a node in a subnet. */
export const nodeKey = (of: Pick<Staker, 'subnetID' | 'nodeID'>): string =>
  `${formatID(of.subnetID)} ${formatNodeID(of.nodeID)}`;
