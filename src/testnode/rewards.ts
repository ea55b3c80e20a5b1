/** Rewards: the transaction that ends a staking period, whether the staker earned its reward, and the UTXOs that pay it. */
import { Tx } from '../chain/pchain/tx.ts';
import { type AnyTx, txFrom } from '../chain/tx.ts';
import type { PChanges } from '../history/changes.ts';
import type { Staker } from '../history/ledger.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { encode } from '../wire/codec.ts';
import { setEntry } from './journal.ts';
import type { World } from './world.ts';

type PTx = Extract<AnyTx, { readonly chain: 'P' }>;

/** Returns the transaction that ends a staking period. */
export function rewardTxOf({ txID, renewal }: Staker, timestamp: bigint): PTx {
  const value: Tx = {
    unsignedTx: renewal
      ? { type: 'platformvm.RewardAutoRenewedValidatorTx', txID, timestamp }
      : { type: 'platformvm.RewardValidatorTx', txID },
    credentials: [],
  };
  return txFrom('P', encode(Tx, value), value) as PTx;
}

/** Tests whether a staker, or the validator that it delegates to, is considered online long enough for a reward. */
export function earnsReward({ tampering: { rewards } }: World, { txID, nodeID }: Staker): boolean {
  return rewards.get(formatID(txID)) ?? rewards.get(formatNodeID(nodeID)) ?? true;
}

/** Stores the UTXOs of rewards, which `getRewardUTXOs` returns. */
export function noteRewards(world: World, { produced }: PChanges): void {
  const { rewardUTXOs } = world.P;
  for (const { utxo, why: reason } of produced) {
    if (reason !== 'reward' && reason !== 'delegateeReward') continue;
    const key = formatID(utxo.txID);
    setEntry(world.journal, rewardUTXOs, key, [...(rewardUTXOs.get(key) ?? []), utxo]);
  }
}
