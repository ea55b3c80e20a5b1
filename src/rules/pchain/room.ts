import { AvalancheError } from '../../errors/error.ts';
import { formatNodeID } from '../../text/id.ts';
import { maxUint64 } from '../../text/uint64.ts';
import { outOfRange } from '../components.ts';
import { type Facts, need } from '../facts.ts';
import { validatorOn } from './validators.ts';

/** Checks that there is room for so many more active validators. Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go`. */
export function verifyRoom(more: number, { network, activeL1Validators }: Facts): void {
  const { capacity } = network.validatorFees;
  const active = need(activeL1Validators, 'activeL1Validators', 'how many validators are active');
  if (active + BigInt(more) > capacity)
    throw new AvalancheError(
      'NotAllowed',
      `${active} L1 validators are active, at most ${capacity} may be`,
    ).at('balance');
}

/** Checks that a balance can be counted on top of the accrued fees, which are at most all AVAX if they are not known. */
export function verifyBalance(
  balance: bigint,
  left: bigint,
  { network, accruedFees }: Facts,
): void {
  const fees = accruedFees ?? network.staking.supplyCap;
  if (balance + left + fees <= maxUint64) return;
  need(accruedFees, 'accruedFees', 'the accrued fees');
  throw outOfRange(`${balance} more than the balance can hold`, 'balance');
}

/** Checks that a node does not validate a subnet in another way. Source: avalanchego `vms/platformvm/state/l1_validator.go`. */
export function verifyNewNode(subnetID: Uint8Array, nodeID: Uint8Array, facts: Facts): void {
  if (validatorOn(facts, subnetID, nodeID))
    throw new AvalancheError(
      'Duplicate',
      `${formatNodeID(nodeID)} validates the subnet already`,
    ).at('nodeID');
}
