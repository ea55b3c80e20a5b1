import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { UnsignedTx, UTXO } from '../chain/pchain/tx.ts';
import type { OwnerOf } from '../chain/roles.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { Finder } from '../tx/find.ts';
import { amountOf } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import type { AnyOutput, Owners } from '../tx/types.ts';

/** A transaction of the P-chain with its id: a `Tx`. */
export interface Identified {
  /** The transaction without its signatures. */
  readonly unsignedTx: UnsignedTx | { readonly type: `${'avm' | 'atomic'}.${string}` };
  /** CB58 or 32 bytes. */
  readonly txID: string | Uint8Array;
}

const staking = /* @__PURE__ */ new Finder('makes', 'owner');

/** What a transaction stakes, and who gets rewards for it. */
interface Stake {
  /** Index of its first output. */
  readonly first: number;
  readonly outputs: readonly AnyOutput[];
  readonly rewards: OutputOwners;
  /** Gets a validator’s share of its delegators’ rewards; none of a delegator. */
  readonly delegation: OutputOwners | undefined;
  /** Whether somebody may end it: it goes on until then. */
  readonly isRenewed: boolean;
}

/**
 * @throws {AvalancheError} `Unsupported`: the transaction stakes nothing.
 */
function stakeOf({ unsignedTx: tx }: Identified): Stake {
  const found = staking.in(tx);
  const lists = found.filter((of) => of.is === 'makes');
  const place = lists.findIndex(({ role }) => role.why === 'stake');
  const ownerFor = (...wanted: readonly OwnerOf[]): OutputOwners | undefined => {
    const of = found.find(({ is, role }) => is === 'owner' && wanted.includes(role.of));
    return of && ownerOf(of.value as Owners);
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
 * The UTXOs in which a stake comes back when the staking ends: behind the outputs, as they were staked, locks included.
 * Source: avalanchego `vms/platformvm/txs/executor/proposal_tx_executor.go`: unstakeUTXOs.
 * @throws {AvalancheError} `Unsupported`: the transaction stakes nothing.
 */
export function stakeUTXOsOf(staker: Identified): readonly UTXO[] {
  const { first, outputs } = stakeOf(staker);
  const txID = idOf(staker);
  return outputs.map(({ assetID, output }, i) => ({
    txID,
    outputIndex: first + i,
    assetID,
    output,
  }));
}

/** What a node paid at the end of a staking period, or of one of an auto-renewed validator. */
export interface PaidReward {
  /** The RewardValidatorTx or RewardAutoRenewedValidatorTx. */
  readonly tx: Identified;
  /** To the staker, less what its validator keeps; 0n if the node aborted. Of an auto-renewed one, what is not staked again. */
  readonly amount: bigint;
  /** To a validator, its share of its delegators' rewards. */
  readonly delegateeAmount?: bigint;
}

/**
 * The UTXOs in which rewards come, as `platform.getRewardUTXOs` lists them: behind the returned stake, or of an
 * auto-renewed validator as the outputs of the rewarding transaction.
 * Source: avalanchego `vms/platformvm/txs/executor/proposal_tx_executor.go`: rewardValidatorTx, rewardDelegatorTx, mintRewards.
 * @param staker What `reward.tx` names.
 * @throws {AvalancheError} `Mismatch`: it names another; `Unsupported`: the transaction stakes nothing or rewards nobody, or a
 *   delegator has a `delegateeAmount`, whose owner only the validator's transaction has.
 */
export function rewardUTXOsOf(staker: Identified, reward: PaidReward): readonly UTXO[] {
  const { amount, delegateeAmount = 0n } = reward;
  const { first, outputs, rewards, delegation, isRenewed } = stakeOf(staker);
  const by = reward.tx.unsignedTx;
  const needed = `platformvm.Reward${isRenewed ? 'AutoRenewed' : ''}ValidatorTx`;
  if (by.type !== needed || !('txID' in by))
    throw new AvalancheError(
      'Unsupported',
      `a ${by.type} does not reward a ${staker.unsignedTx.type}`,
    ).at('tx');
  if (!equalBytes(by.txID, idOf(staker)))
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
 * Who gets a validator’s share of its delegators’ rewards.
 * @throws {AvalancheError} `Unsupported`: the transaction adds no validator with such a share.
 * @internal
 */
export function delegationOwnerOf(staker: Identified): OutputOwners {
  const { delegation } = stakeOf(staker);
  if (delegation) return delegation;
  throw new AvalancheError('Unsupported', `a ${staker.unsignedTx.type} takes no delegations`);
}

/** Who can get the rewards of a stake. */
export interface RewardOutcomes {
  readonly assetID: Uint8Array;
  /** Whether rewards are outputs of the rewarding transaction, not of the one that staked. */
  readonly isRenewed: boolean;
  /**
   * Owners by the place behind the returned stake, or of an auto-renewed validator among the outputs of the rewarding transaction. Where
   * there are two it is one of them: a validator that gets no reward of its own has its share of its delegators' in the first place. `open`:
   * before Cortina the validator of a delegator had its share at once, and nothing names that validator's transaction.
   */
  readonly owners: readonly (readonly OutputOwners[] | 'open')[];
}

/**
 * Who can get the rewards of a transaction that stakes; undefined of one that does not.
 * Source: avalanchego `vms/platformvm/txs/executor/proposal_tx_executor.go`: rewardValidatorTx, rewardDelegatorTx, mintRewards.
 * @internal
 */
export function outcomesOf(
  tx: Identified['unsignedTx'],
  { upgrades, staking: limits }: Network,
): RewardOutcomes | undefined {
  const stakes = staking.in(tx).some((of) => of.is === 'makes' && of.role.why === 'stake');
  if (!stakes) return undefined;
  const { outputs, rewards, delegation, isRenewed } = stakeOf({ unsignedTx: tx, txID: '' });
  const [first] = outputs;
  if (!first) return undefined;
  const { assetID } = first;
  if (delegation) return { assetID, isRenewed, owners: [[rewards, delegation], [delegation]] };
  // The validator began no earlier than the longest time of staking before the delegator ends.
  const end = 'validator' in tx && 'end' in tx.validator ? tx.validator.end : 0n;
  const isLate = end - limits.maxStakeDuration >= upgrades.cortina;
  return { assetID, isRenewed, owners: isLate ? [[rewards]] : ['open', 'open'] };
}
