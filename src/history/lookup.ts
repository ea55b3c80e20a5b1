import { formatID, formatNodeID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import type { PLedger, Staker, StakerTx } from './ledger.ts';

/**
 * What a ledger need not look through for with each block. It follows from the ledger, so it is made again where it is
 * missing.
 */
export interface Lookup {
  /** Current validators, by `nodeKeyOf`: the CB58 of their transactions. */
  readonly validators: Map<string, string>;
  /** No pending staker begins and no permissioned one ends before this time. */
  nextChange: bigint;
  /** No active L1 validator has an `endAccumulatedFee` below this. */
  firstEnd: bigint;
}

const lookups = new WeakMap<PLedger, Lookup>();

/** The lookup of a ledger. */
export function lookupOf(ledger: PLedger): Lookup {
  let found = lookups.get(ledger);
  if (!found) lookups.set(ledger, (found = lookupFrom(ledger)));
  return found;
}

/** Lets it be made again, since the ledger was put back. */
export const forgetLookup = (ledger: PLedger): unknown => lookups.delete(ledger);

function lookupFrom(ledger: PLedger): Lookup {
  const validators = new Map<string, string>();
  for (const [key, staker] of ledger.current)
    if (isValidator(staker)) validators.set(nodeKey(staker), key);
  return { validators, nextChange: nextChangeOf(ledger), firstEnd: firstEndOf(ledger) };
}

/** When the first pending staker begins or the first permissioned one ends. */
export function nextChangeOf({ pending, current }: PLedger): bigint {
  let first = maxUint64;
  for (const { startTime } of pending.values()) if (startTime < first) first = startTime;
  for (const staker of current.values())
    if (isPermissioned(staker) && staker.endTime < first) first = staker.endTime;
  return first;
}

/** The least `endAccumulatedFee` of an active L1 validator. */
export function firstEndOf({ l1Validators }: PLedger): bigint {
  let first = maxUint64;
  for (const { endAccumulatedFee: end } of l1Validators.values())
    if (end !== 0n && end < first) first = end;
  return first;
}

/** Whether others can delegate to it, or it validates a permissioned subnet. */
export const isValidator = ({ tx }: Staker): boolean => kinds[tx.type] !== 'delegator';

/** Whether the subnet’s owners made it a validator: it stakes nothing. */
export const isPermissioned = ({ tx }: Staker): boolean => kinds[tx.type] === 'permissioned';

/** What stakers of each type are. */
const kinds: { readonly [T in StakerTx['type']]: 'validator' | 'delegator' | 'permissioned' } = {
  'platformvm.AddValidatorTx': 'validator',
  'platformvm.AddPermissionlessValidatorTx': 'validator',
  'platformvm.AddAutoRenewedValidatorTx': 'validator',
  'platformvm.AddDelegatorTx': 'delegator',
  'platformvm.AddPermissionlessDelegatorTx': 'delegator',
  'platformvm.AddSubnetValidatorTx': 'permissioned',
};

/** A node in a subnet. */
export const nodeKey = (of: Pick<Staker, 'subnetID' | 'nodeID'>): string =>
  `${formatID(of.subnetID)} ${formatNodeID(of.nodeID)}`;
