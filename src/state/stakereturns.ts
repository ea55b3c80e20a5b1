import { unsignedTxArgument } from '../chain/declared.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { UnsignedTx, UTXO } from '../chain/pchain/tx.ts';
import type { OwnerOf } from '../chain/roles.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { aBigint, anything, checkArgument, objectOf, optional } from '../schema/check.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { Finder } from '../tx/find.ts';
import { amountOf } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import type { AnyOutput, Owners } from '../tx/types.ts';

/** A P-chain transaction with its id, such as a `Tx`. */
export interface Identified {
  /** The transaction without its signatures. */
  readonly unsignedTx: UnsignedTx | { readonly type: `${'avm' | 'atomic'}.${string}` };
  /** CB58 or 32 bytes. */
  readonly txID: string | Uint8Array;
}

const staking = /* @__PURE__ */ new Finder('makes', 'owner');

/** The stake of a transaction and the owners of its rewards. */
interface Stake {
  /** Index of the first staked output. */
  readonly first: number;
  readonly outputs: readonly AnyOutput[];
  readonly rewards: OutputOwners;
  /** Receives a validator’s share of its delegators’ rewards; undefined for a delegator. */
  readonly delegation: OutputOwners | undefined;
  /** Whether it renews itself until its authority ends it. */
  readonly isRenewed: boolean;
}

/** A transaction with its id, as an argument. */
const stakerArgument = /* @__PURE__ */ objectOf(
  { unsignedTx: unsignedTxArgument, txID: anything },
  { name: 'a signed transaction' },
);
const rewardArgument = /* @__PURE__ */ (() =>
  objectOf({ tx: stakerArgument, amount: aBigint, delegateeAmount: optional(aBigint) }))();

/**
 * Returns the stake of a transaction.
 * @throws {AvalancheError} `Unsupported`: the transaction stakes nothing.
 */
function stakeOf({ unsignedTx: tx }: Identified): Stake {
  const found = staking.in(tx);
  const lists = found.filter((part) => part.is === 'makes');
  const place = lists.findIndex(({ role }) => role.why === 'stake');
  const ownerFor = (...wanted: readonly OwnerOf[]): OutputOwners | undefined => {
    const owner = found.find(({ is, role }) => is === 'owner' && wanted.includes(role.of));
    return owner && ownerOf(owner.value as Owners);
  };
  const rewards = ownerFor('rewards', 'allRewards');
  if (place < 0 || !rewards) throw new AvalancheError('Unsupported', `a ${tx.type} does not stake`);
  return {
    first: lists.slice(0, place).reduce((sum, { value }) => sum + value.length, 0),
    outputs: lists[place]!.value,
    rewards,
    delegation: ownerFor('delegationRewards', 'allRewards'),
    isRenewed: ownerFor('authority') !== undefined,
  };
}

const idOf = ({ txID }: Identified): Uint8Array =>
  typeof txID === 'string' ? parseID(txID) : txID;

/**
 * Returns the UTXOs that give back a stake when staking ends. They follow the outputs and are as they were staked,
 * locks included.
 * Source: avalanchego `vms/platformvm/txs/executor/proposal_tx_executor.go`: unstakeUTXOs.
 * @throws {AvalancheError} `Unsupported`: the transaction stakes nothing.
 */
export function stakeUTXOsOf(staker: Identified): readonly UTXO[] {
  checkArgument(staker, stakerArgument, 'staker');
  const { first, outputs } = stakeOf(staker);
  const txID = idOf(staker);
  return outputs.map(({ assetID, output }, i) => ({
    txID,
    outputIndex: first + i,
    assetID,
    output,
  }));
}

/** The reward paid at the end of a staking period, or of one period of an auto-renewed validator. */
export interface PaidReward {
  /** The RewardValidatorTx or RewardAutoRenewedValidatorTx. */
  readonly tx: Identified;
  /**
   * Amount for the staker, minus what its validator keeps; 0n if the reward was aborted. For an auto-renewed
   * validator, the part that is not restaked.
   */
  readonly amount: bigint;
  /** Amount for a validator: its share of its delegators' rewards. */
  readonly delegateeAmount?: bigint;
}

/**
 * Returns the UTXOs of a reward, as `platform.getRewardUTXOs` lists them. They follow the returned stake or, for
 * an auto-renewed validator, are the outputs of the rewarding transaction.
 * Source: avalanchego `vms/platformvm/txs/executor/proposal_tx_executor.go`: rewardValidatorTx, rewardDelegatorTx,
 * mintRewards.
 * @param staker The transaction that `reward.tx` names.
 * @throws {AvalancheError} `Mismatch`: `reward.tx` names another; `Unsupported`: the transaction does not stake,
 *   `reward.tx` does not reward it, or a delegator has a `delegateeAmount`, whose owner only the validator's
 *   transaction names.
 */
export function rewardUTXOsOf(staker: Identified, reward: PaidReward): readonly UTXO[] {
  checkArgument(staker, stakerArgument, 'staker');
  checkArgument(reward, rewardArgument, 'reward');
  const { amount, delegateeAmount = 0n } = reward;
  const { first, outputs, rewards, delegation, isRenewed } = stakeOf(staker);
  const rewarding = reward.tx.unsignedTx;
  const needed = `platformvm.Reward${isRenewed ? 'AutoRenewed' : ''}ValidatorTx`;
  if (rewarding.type !== needed || !('txID' in rewarding))
    throw new AvalancheError(
      'Unsupported',
      `a ${rewarding.type} does not reward a ${staker.unsignedTx.type}`,
    ).at('tx');
  if (!equalBytes(rewarding.txID, idOf(staker)))
    throw new AvalancheError('Mismatch', 'rewards another transaction').at('tx');
  if (delegateeAmount > 0n && !delegation)
    throw new AvalancheError('Unsupported', "a delegator has no share of others' rewards").at(
      'delegateeAmount',
    );
  const txID = isRenewed ? idOf(reward.tx) : idOf(staker);
  return [
    { amount, owner: rewards },
    { amount: delegateeAmount, owner: delegation! },
  ]
    .filter((paid) => paid.amount > 0n)
    .map((paid, i) => ({
      txID,
      outputIndex: isRenewed ? i : first + outputs.length + i,
      assetID: outputs[0]!.assetID,
      output: amountOf(paid.amount, paid.owner),
    }));
}

/**
 * Returns who receives a validator’s share of its delegators’ rewards.
 * @throws {AvalancheError} `Unsupported`: the transaction adds no validator with such a share.
 * @internal
 */
export function delegationOwnerOf(staker: Identified): OutputOwners {
  const { delegation } = stakeOf(staker);
  if (delegation) return delegation;
  throw new AvalancheError('Unsupported', `a ${staker.unsignedTx.type} takes no delegations`);
}

/** The possible owners of a stake's rewards. */
export interface RewardOutcomes {
  readonly assetID: Uint8Array;
  /** Whether rewards are outputs of the rewarding transaction, rather than of the staking one. */
  readonly isRenewed: boolean;
  /**
   * Possible owners by position after the returned stake or, for an auto-renewed validator, among the outputs of
   * the rewarding transaction. Two owners mean either: a validator without a reward of its own has its share of
   * its delegators' rewards in the first position. `open` means unknown: before Cortina, a delegator's validator
   * received its share immediately, and nothing names that validator's transaction.
   */
  readonly owners: readonly (readonly OutputOwners[] | 'open')[];
}

/**
 * Returns the possible owners of a staking transaction's rewards; undefined if it does not stake.
 * Source: avalanchego `vms/platformvm/txs/executor/proposal_tx_executor.go`: rewardValidatorTx, rewardDelegatorTx,
 * mintRewards.
 * @internal
 */
export function outcomesOf(
  tx: Identified['unsignedTx'],
  { upgrades, staking: limits }: Network,
): RewardOutcomes | undefined {
  const stakes = staking.in(tx).some((part) => part.is === 'makes' && part.role.why === 'stake');
  if (!stakes) return undefined;
  const { outputs, rewards, delegation, isRenewed } = stakeOf({ unsignedTx: tx, txID: '' });
  const [first] = outputs;
  if (!first) return undefined;
  const { assetID } = first;
  if (delegation) return { assetID, isRenewed, owners: [[rewards, delegation], [delegation]] };
  // The validator started at most one maximum staking duration before the delegator ends.
  const end = 'validator' in tx && 'end' in tx.validator ? tx.validator.end : 0n;
  const isLate = end - limits.maxStakeDuration >= upgrades.cortina;
  return { assetID, isRenewed, owners: isLate ? [[rewards]] : ['open', 'open'] };
}
