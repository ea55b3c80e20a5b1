/**
 * Applies the transactions of P-chain blocks to a ledger: an action for each type, and the advance of time. The actions follow the
 * executors of avalanchego.
 */
import { idOf } from '../chain/ids.ts';
import type {
  AddAutoRenewedValidatorTx,
  AddDelegatorTx,
  AddSubnetValidatorTx,
  AddValidatorTx,
  RewardAutoRenewedValidatorTx,
  RewardValidatorTx,
} from '../chain/pchain/index.ts';
import { Tx, type UnsignedTx } from '../chain/pchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { advanceFeeState, consumeGas } from '../fee/gas.ts';
import { gasOf } from '../fee/transactions.ts';
import { isActive } from '../network/network.ts';
import { stakeUTXOsOf } from '../state/stakereturns.ts';
import { formatID } from '../text/id.ts';
import { encode } from '../wire/codec.ts';
import { applyUTXOs, missing, type PWork, produce, put } from './changes.ts';
import { charge, convert, deactivateLow, disable, increase, register, setWeight } from './l1.ts';
import { blockchainOf, type Renewal, type StakerTx, type Subnet } from './ledger.ts';
import { reward } from './rewards.ts';
import {
  advanceStakers,
  begin,
  putCurrent,
  putPending,
  removeFromSubnet,
  renewedStakerOf,
  stakerOf,
} from './stakers.ts';

/**
 * Advances the chain's time, and with it the stakers that begin or end, and the fees.
 * Source: avalanchego `vms/platformvm/txs/executor/state_changes.go` `advanceTimeTo`.
 * @throws {AvalancheError} `OutOfRange`: a time before the chain's.
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
 * Applies the transactions of a block.
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

/** Applies an accepted transaction. */
export function accept(work: PWork, tx: Tx): void {
  const { unsignedTx } = tx;
  const { accepted } = actionOf(unsignedTx);
  if (!accepted)
    throw new AvalancheError('Unsupported', `a ${unsignedTx.type} is allowed only in a proposal`);
  const txID = idOf(encode(Tx, tx));
  applyUTXOs(work, { chain: 'P', unsignedTx, txID });
  accepted(work, unsignedTx, txID);
}

/**
 * Applies the transaction of a proposal that was committed or aborted.
 * Source: avalanchego `vms/platformvm/txs/executor/proposal_tx_executor.go`.
 */
export function decide(work: PWork, tx: Tx, commit: boolean): void {
  const { unsignedTx } = tx;
  const { decided } = actionOf(unsignedTx);
  if (!decided)
    throw new AvalancheError('Unsupported', `a node does not propose a ${unsignedTx.type}`);
  decided(work, unsignedTx, idOf(encode(Tx, tx)), commit);
}

/** What a transaction changes, besides UTXOs, when a block accepts it. */
type Acceptance<T> = (work: PWork, tx: T, txID: Uint8Array) => void;

/** The same for a type that proposals hold, when one is committed or aborted. */
interface Proposed<T> {
  readonly decided: (work: PWork, tx: T, txID: Uint8Array, commit: boolean) => void;
  /** Set if a block can also accept the type without a proposal. */
  readonly accepted?: Acceptance<T>;
}

function actionOf({ type }: UnsignedTx): Partial<Proposed<UnsignedTx>> {
  const action = actions[type] as Acceptance<UnsignedTx> | Proposed<UnsignedTx>;
  return typeof action === 'function' ? { accepted: action } : action;
}

const addStaker: Acceptance<Exclude<StakerTx, AddAutoRenewedValidatorTx>> = (work, tx, txID) => {
  const { ledger } = work;
  const staker = stakerOf(tx, txID);
  if (ledger.time < ledger.network.upgrades.durango) putPending(work, staker);
  else begin(work, { ...staker, startTime: ledger.time });
};
/** Stakers were proposed until Banff. If the proposal was aborted, the stake came back at once. */
const proposedStaker: Proposed<AddValidatorTx | AddDelegatorTx | AddSubnetValidatorTx> = {
  accepted: addStaker,
  decided: (work, unsignedTx, txID, commit) => {
    applyUTXOs(work, { chain: 'P', unsignedTx, txID });
    const staker = stakerOf(unsignedTx, txID);
    if (commit) {
      putPending(work, staker);
      return;
    }
    work.stakers.push({ staker, why: 'aborted' });
    if ('stake' in unsignedTx)
      for (const utxo of stakeUTXOsOf({ unsignedTx, txID })) produce(work, utxo, 'stake', txID);
  },
};
const rewardStaker: Proposed<RewardValidatorTx | RewardAutoRenewedValidatorTx> = {
  decided: (work, unsignedTx, txID, commit) => reward(work, { unsignedTx, txID, commit }),
};
const nothing = (): void => {};
/** A refund comes after the outputs. */
const refundOf = ({ outputs }: { readonly outputs: readonly unknown[] }, txID: Uint8Array) => ({
  txID,
  outputIndex: outputs.length,
});

/** Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go`. */
const actions: {
  readonly [T in UnsignedTx['type']]:
    | Acceptance<Extract<UnsignedTx, { readonly type: T }>>
    | Proposed<Extract<UnsignedTx, { readonly type: T }>>;
} = {
  'platformvm.BaseTx': nothing,
  'platformvm.ImportTx': nothing,
  'platformvm.ExportTx': nothing,
  'platformvm.AddValidatorTx': proposedStaker,
  'platformvm.AddSubnetValidatorTx': proposedStaker,
  'platformvm.AddDelegatorTx': proposedStaker,
  'platformvm.AddPermissionlessValidatorTx': addStaker,
  'platformvm.AddPermissionlessDelegatorTx': addStaker,
  'platformvm.AddAutoRenewedValidatorTx': (work, tx, txID) =>
    begin(work, renewedStakerOf(tx, txID, work.ledger.time)),
  'platformvm.SetAutoRenewedValidatorConfigTx': (work, tx) =>
    configure(work, tx.txID, {
      autoCompoundRewardShares: tx.autoCompoundRewardShares,
      nextPeriod: tx.period,
    }),
  'platformvm.RemoveSubnetValidatorTx': removeFromSubnet,
  'platformvm.CreateSubnetTx': (work, { owner }, txID) =>
    put(work, work.ledger.subnets, formatID(txID), { owner }),
  'platformvm.TransferSubnetOwnershipTx': (work, { subnetID, newOwner: owner }) =>
    changeSubnet(work, subnetID, { owner }),
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
  'platformvm.AdvanceTimeTx': {
    decided: (work, { time }, _, commit) => {
      if (commit) advanceTime(work, time);
    },
  },
  'platformvm.RewardValidatorTx': rewardStaker,
  'platformvm.RewardAutoRenewedValidatorTx': rewardStaker,
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
