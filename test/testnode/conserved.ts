/** What must not change on a test node: all AVAX are somewhere, or were burned as fees or paid as rewards. */
import type { ChainName } from '../../src/chain/declared.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { effectsOf } from '../../src/tx/effects.ts';
import type { AnyUTXO } from '../../src/tx/types.ts';

/** Where the AVAX are, in nAVAX; on the C-chain in wei. */
export interface Holdings {
  readonly utxos: bigint;
  readonly staked: bigint;
  readonly l1Balances: bigint;
  readonly wei: bigint;
  /** Rewards that were paid. */
  readonly rewards: bigint;
  /** Burned as fees of transactions. */
  readonly fees: bigint;
  /** Rewards that stakers may still earn, or that are restaked or kept for a validator. */
  readonly promised: bigint;
  readonly supply: bigint;
}

const sum = <T>(list: Iterable<T>, of: (value: T) => bigint): bigint => {
  let total = 0n;
  for (const value of list) total += of(value);
  return total;
};

const amountIn = ({ output }: Pick<AnyUTXO, 'output'>): bigint => {
  const inner = output.type === 'stakeable.LockOut' ? output.output : output;
  return 'amount' in inner ? inner.amount : 0n;
};

/** Fees of blocks up to a number of them on each chain. */
export interface Counted {
  readonly fees: bigint;
  readonly blocks: Readonly<Record<ChainName, number>>;
}

/** No blocks. */
export const nothingCounted: Counted = { fees: 0n, blocks: { P: 0, X: 0, C: 0 } };

/** The fees of all blocks, counting on from some of them. */
export function countFees({ world, network }: Testnode, since: Counted): Counted {
  let { fees } = since;
  const blocks = { ...since.blocks };
  for (const chain of ['P', 'X', 'C'] as const) {
    for (const { txIDs } of world[chain].blocks.slice(blocks[chain]))
      fees += sum(txIDs, (txID) =>
        sum(effectsOf(world.txs.get(txID)!.tx, { network }).burned, ({ amount, why }) =>
          why === 'fee' ? amount : 0n,
        ),
      );
    blocks[chain] = world[chain].blocks.length;
  }
  return { fees, blocks };
}

/** Counts everything, without any index. */
export function holdingsOf({ world, network }: Testnode, { fees }: Counted): Holdings {
  const { P, X, C, memory } = world;
  const { ledger } = P;
  const isAVAX = ({ assetID }: { readonly assetID: Uint8Array }) =>
    equalBytes(assetID, network.avaxAssetID);
  const sets = [
    ledger.utxos,
    X.ledger.utxos,
    ...Object.values(memory).flatMap((of) => Object.values(of)),
  ];
  const stakers = [...ledger.current.values(), ...ledger.pending.values()];
  return {
    utxos: sum(sets, (set) =>
      sum(set.entries(), ([, utxo]) => (isAVAX(utxo) ? amountIn(utxo) : 0n)),
    ),
    staked: sum(stakers, ({ tx }) => ('stake' in tx ? sum(tx.stake, amountIn) : 0n)),
    l1Balances: sum(ledger.l1Validators.values(), ({ endAccumulatedFee: end }) =>
      end === 0n ? 0n : end - ledger.accruedFees,
    ),
    wei: sum(C.accounts.values(), ({ balance }) => balance),
    rewards: sum(P.rewardUTXOs.values(), (list) => sum(list, amountIn)),
    fees,
    promised: sum(
      stakers,
      ({ potentialReward, accruedDelegateeReward, renewal }) =>
        potentialReward +
        accruedDelegateeReward +
        (renewal ? renewal.accruedValidationRewards + renewal.accruedDelegateeRewards : 0n),
    ),
    supply: sum(ledger.supplies.values(), (supply) => supply),
  };
}

/** All AVAX that there are, with the burned fees and without the paid rewards: only the fees of L1 validators lower it. */
export const totalOf = ({ utxos, staked, l1Balances, wei, rewards, fees }: Holdings): bigint =>
  (utxos + staked + l1Balances + fees - rewards) * 1_000_000_000n + wei;
