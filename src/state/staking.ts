import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { UnsignedTx } from '../chain/pchain/tx.ts';
import type { UTXO } from '../chain/pchain/utxo.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { amountOf } from './utxo.ts';

/** A transaction of the P-chain with its id: a `Tx`. */
export interface Identified {
  readonly unsignedTx: UnsignedTx | { readonly type: `${'avm' | 'atomic'}.${string}` };
  /** CB58 or 32 bytes. */
  readonly txID: string | Uint8Array;
}

type Staker = Extract<UnsignedTx, { readonly stake: unknown }>;

/** Whether a transaction stakes, so that its stake comes back. */
const isStaker = (tx: Identified['unsignedTx']): tx is Staker => 'stake' in tx;

const idOf = ({ txID }: Identified): Uint8Array =>
  typeof txID === 'string' ? parseID(txID) : txID;

function stakerOf({ unsignedTx: tx }: Identified): Staker {
  if (isStaker(tx)) return tx;
  throw new AvalancheError('Unsupported', `a ${tx.type} does not stake`);
}

/**
 * The UTXOs in which a stake comes back when the staking ends: behind the outputs, as they were staked, locks included.
 * Source: avalanchego `vms/platformvm/txs/executor/proposal_tx_executor.go`: unstakeUTXOs.
 * @throws {AvalancheError} `Unsupported`: the transaction stakes nothing.
 */
export const stakeUTXOs = /* @__PURE__ */ guarded(function stakeUTXOs(
  staker: Identified,
): readonly UTXO[] {
  const { outputs, stake } = stakerOf(staker);
  const txID = idOf(staker);
  return stake.map(({ assetID, output }, i) => ({
    txID,
    outputIndex: outputs.length + i,
    assetID,
    output,
  }));
});

/** What a node paid at the end of a staking period, or of one of an auto-renewed validator. */
export interface Reward {
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
export const rewardUTXOs = /* @__PURE__ */ guarded(function rewardUTXOs(
  staker: Identified,
  reward: Reward,
): readonly UTXO[] {
  const { amount, delegateeAmount = 0n } = reward;
  const tx = stakerOf(staker);
  const by = reward.tx.unsignedTx;
  const isRenewed = tx.type === 'platformvm.AddAutoRenewedValidatorTx';
  const needed = `platformvm.Reward${isRenewed ? 'AutoRenewed' : ''}ValidatorTx`;
  if (by.type !== needed || !('txID' in by))
    throw new AvalancheError('Unsupported', `a ${by.type} does not reward a ${tx.type}`).at('tx');
  if (!equalBytes(by.txID, idOf(staker)))
    throw new AvalancheError('Mismatch', 'rewards another transaction').at('tx');
  const owners = ownersOf(tx);
  if (delegateeAmount > 0n && !owners.delegation)
    throw new AvalancheError('Unsupported', "a delegator has no share of others' rewards").at(
      'delegateeAmount',
    );
  const txID = isRenewed ? idOf(reward.tx) : idOf(staker);
  const first = isRenewed ? 0 : tx.outputs.length + tx.stake.length;
  return [
    { amount, owner: owners.validation },
    { amount: delegateeAmount, owner: owners.delegation! },
  ]
    .filter((paid) => paid.amount > 0n)
    .map((paid, i) => ({
      txID,
      outputIndex: first + i,
      assetID: tx.stake[0]!.assetID,
      output: amountOf(paid.amount, paid.owner),
    }));
});

/**
 * Who gets a validator’s share of its delegators’ rewards.
 * @throws {AvalancheError} `Unsupported`: the transaction adds no validator with such a share.
 * @internal
 */
export function delegationOwnerOf(tx: Identified['unsignedTx']): OutputOwners {
  const owner = isStaker(tx) ? ownersOf(tx).delegation : undefined;
  if (owner) return owner;
  throw new AvalancheError('Unsupported', `a ${tx.type} takes no delegations`);
}

function ownersOf(tx: Staker): { validation: OutputOwners; delegation?: OutputOwners } {
  switch (tx.type) {
    case 'platformvm.AddValidatorTx':
      return { validation: tx.rewardsOwner, delegation: tx.rewardsOwner };
    case 'platformvm.AddDelegatorTx':
    case 'platformvm.AddPermissionlessDelegatorTx':
      return { validation: tx.rewardsOwner };
    case 'platformvm.AddPermissionlessValidatorTx':
    case 'platformvm.AddAutoRenewedValidatorTx':
      return { validation: tx.validationRewardsOwner, delegation: tx.delegationRewardsOwner };
  }
}
