import { idOf } from '../chain/ids.ts';
import type { AddAutoRenewedValidatorTx } from '../chain/pchain/staking.ts';
import { Tx, type UnsignedTx } from '../chain/pchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { advanceFeeState, consumeGas } from '../fee/gas.ts';
import { gasOf } from '../fee/txfee.ts';
import { isActive } from '../network/network.ts';
import { stakeUTXOsOf } from '../state/staking.ts';
import { formatID } from '../text/id.ts';
import { encode } from '../wire/codec.ts';
import { charge, convert, deactivateLow, disable, increase, register, setWeight } from './l1.ts';
import { blockchainOf, type Renewal, type StakerTx, type Subnet } from './ledger.ts';
import { reward } from './rewards.ts';
import {
  advanceStakers,
  begin,
  putCurrent,
  putPending,
  removeFromSubnet,
  stakerOf,
} from './stakers.ts';
import { flow, missing, type PWork, produce, put } from './work.ts';

/**
 * Moves the chain’s time, and all that changes with it: stakers that begin and end, fees.
 * Source: avalanchego `vms/platformvm/txs/executor/state_changes.go` `advanceTimeTo`.
 * @throws {AvalancheError} `OutOfRange`: it is before the time that the chain has.
 */
export function advanceTime(work: PWork, time: bigint): void {
  const { ledger } = work;
  const seconds = time - ledger.time;
  if (seconds < 0n)
    throw new AvalancheError(
      'OutOfRange',
      `${time} is before the time of the parent, ${ledger.time}`,
      { value: time, min: ledger.time, unit: 'time' },
    );
  advanceStakers(work, time);
  if (time >= ledger.network.upgrades.etna) {
    ledger.feeState = advanceFeeState(ledger.feeState, seconds, ledger.network.pFees);
    charge(work, seconds);
  }
  ledger.time = time;
}

/**
 * Does what the transactions of a block do.
 * Source: avalanchego `vms/platformvm/block/executor/verifier.go` `processStandardTxs`.
 */
export function standard(work: PWork, txs: readonly Tx[]): void {
  const { ledger } = work;
  const { network } = ledger;
  if (isActive('etna', network, ledger.time)) {
    const gas = txs.reduce((sum, { unsignedTx }, i) => {
      return sum + within(['txs', i], () => gasOf(unsignedTx, network));
    }, 0n);
    ledger.feeState = consumeGas(ledger.feeState, gas);
  }
  for (const [i, tx] of txs.entries()) within(['txs', i], () => accept(work, tx));
  deactivateLow(work);
}

/** Does what one transaction does. */
export function accept(work: PWork, tx: Tx): void {
  const txID = idOf(encode(Tx, tx));
  const { unsignedTx } = tx;
  const change = changes[unsignedTx.type] as Change<UnsignedTx> | null;
  if (!change)
    throw new AvalancheError('Unsupported', `a ${unsignedTx.type} is allowed only in a proposal`);
  flow(work, { chain: 'P', unsignedTx, txID });
  change(work, unsignedTx, txID);
}

type Change<T> = (work: PWork, tx: T, txID: Uint8Array) => void;

const addStaker: Change<Exclude<StakerTx, AddAutoRenewedValidatorTx>> = (work, tx, txID) => {
  const { ledger } = work;
  const staker = stakerOf(tx, txID);
  if (ledger.time < ledger.network.upgrades.durango) putPending(work, staker);
  else begin(work, { ...staker, startTime: ledger.time });
};
const nothing = (): void => {};
/** A refund stands behind the outputs. */
const refundOf = ({ outputs }: { readonly outputs: readonly unknown[] }, txID: Uint8Array) => ({
  txID,
  outputIndex: outputs.length,
});

/**
 * What transactions change besides UTXOs; null: they stand in proposals only.
 * Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go`.
 */
const changes: {
  readonly [T in UnsignedTx['type']]: Change<Extract<UnsignedTx, { readonly type: T }>> | null;
} = {
  'platformvm.BaseTx': nothing,
  'platformvm.ImportTx': nothing,
  'platformvm.ExportTx': nothing,
  'platformvm.AddValidatorTx': addStaker,
  'platformvm.AddSubnetValidatorTx': addStaker,
  'platformvm.AddDelegatorTx': addStaker,
  'platformvm.AddPermissionlessValidatorTx': addStaker,
  'platformvm.AddPermissionlessDelegatorTx': addStaker,
  'platformvm.AddAutoRenewedValidatorTx': (work, tx, txID) => {
    const [startTime, endTime] = [work.ledger.time, work.ledger.time + tx.period];
    begin(work, { ...stakerOf(tx, txID), startTime, endTime });
  },
  'platformvm.SetAutoRenewedValidatorConfigTx': (
    work,
    { txID, autoCompoundRewardShares, period },
  ) => configure(work, txID, { autoCompoundRewardShares, nextPeriod: period }),
  'platformvm.RemoveSubnetValidatorTx': removeFromSubnet,
  'platformvm.CreateSubnetTx': (work, { owner }, txID) =>
    put(work, work.ledger.subnets, formatID(txID), { owner }),
  'platformvm.TransferSubnetOwnershipTx': (work, { subnetID, newOwner }) =>
    changeSubnet(work, subnetID, { owner: newOwner }),
  'platformvm.TransformSubnetTx': (work, tx, txID) => {
    changeSubnet(work, tx.subnetID, { transformation: { txID, tx } });
    put(work, work.ledger.supplies, formatID(tx.subnetID), tx.initialSupply);
  },
  'platformvm.CreateChainTx': (work, tx, txID) =>
    put(work, work.ledger.blockchains, formatID(txID), blockchainOf(tx)),
  'platformvm.ConvertSubnetToL1Tx': (work, tx) =>
    changeSubnet(work, tx.subnetID, { conversion: convert(work, tx) }),
  'platformvm.RegisterL1ValidatorTx': register,
  'platformvm.SetL1ValidatorWeightTx': (work, tx, txID) =>
    setWeight(work, tx.message, refundOf(tx, txID)),
  'platformvm.IncreaseL1ValidatorBalanceTx': (work, { validationID, balance }) =>
    increase(work, validationID, balance),
  'platformvm.DisableL1ValidatorTx': (work, tx, txID) =>
    disable(work, tx.validationID, refundOf(tx, txID)),
  'platformvm.AdvanceTimeTx': null,
  'platformvm.RewardValidatorTx': null,
  'platformvm.RewardAutoRenewedValidatorTx': null,
};

function changeSubnet(work: PWork, subnetID: Uint8Array, change: Partial<Subnet>): void {
  const { subnets } = work.ledger;
  const key = formatID(subnetID);
  const subnet = subnets.get(key);
  if (!subnet) throw missing('subnet', subnetID);
  put(work, subnets, key, { ...subnet, ...change });
}

function configure(work: PWork, txID: Uint8Array, change: Partial<Renewal>): void {
  const staker = work.ledger.current.get(formatID(txID));
  if (!staker?.renewal) throw missing('auto-renewed validator', txID);
  putCurrent(work, { ...staker, renewal: { ...staker.renewal, ...change } }, 'changed');
}

/**
 * Does what a proposal does once it is decided.
 * Source: avalanchego `vms/platformvm/txs/executor/proposal_tx_executor.go`.
 */
export function decide(work: PWork, tx: Tx, commit: boolean): void {
  const txID = idOf(encode(Tx, tx));
  const { unsignedTx } = tx;
  switch (unsignedTx.type) {
    case 'platformvm.AdvanceTimeTx':
      if (commit) advanceTime(work, unsignedTx.time);
      break;
    case 'platformvm.RewardValidatorTx':
    case 'platformvm.RewardAutoRenewedValidatorTx':
      reward(work, { unsignedTx, txID, commit });
      break;
    // Until Banff stakers were proposed; of those refused the stake came back at once.
    case 'platformvm.AddValidatorTx':
    case 'platformvm.AddDelegatorTx':
    case 'platformvm.AddSubnetValidatorTx':
      flow(work, { chain: 'P', unsignedTx, txID });
      if (commit) putPending(work, stakerOf(unsignedTx, txID));
      else if (unsignedTx.type !== 'platformvm.AddSubnetValidatorTx')
        for (const utxo of stakeUTXOsOf({ unsignedTx, txID })) produce(work, utxo, 'stake', txID);
      break;
    default:
      throw new AvalancheError('Unsupported', `a node does not propose a ${unsignedTx.type}`);
  }
}
