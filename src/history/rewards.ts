/** The end of a staking period: returned stake, rewards, and renewal. */
import type { RewardAutoRenewedValidatorTx, RewardValidatorTx } from '../chain/pchain/staking.ts';
import { AvalancheError } from '../errors/error.ts';
import { splitReward } from '../fee/rewards.ts';
import { isActive } from '../network/network.ts';
import { delegationOwnerOf, rewardUTXOsOf, stakeUTXOsOf } from '../state/stakereturns.ts';
import { formatID } from '../text/id.ts';
import { amountOf } from '../tx/output.ts';
import { missing, type PWork, produce } from './changes.ts';
import { isValidator, type Renewal, type Staker } from './ledger.ts';
import { leave, putCurrent, validatorOn, withdraw, withReward } from './stakers.ts';

/** A transaction that rewards a staker, and whether it was committed. */
export interface Rewarding {
  readonly unsignedTx: RewardValidatorTx | RewardAutoRenewedValidatorTx;
  readonly txID: Uint8Array;
  readonly commit: boolean;
}

/**
 * Ends a staking period: returns the stake and, if committed, pays the reward. An auto-renewed validator may begin its next period.
 * Source: avalanchego `vms/platformvm/txs/executor/proposal_tx_executor.go`.
 * @throws {AvalancheError} `MissingState`: no such staker; `Mismatch`: its period does not end now, or the transaction is for another
 *   kind of staker.
 */
export function reward(work: PWork, rewarding: Rewarding): void {
  const { ledger } = work;
  const staker = ledger.current.get(formatID(rewarding.unsignedTx.txID));
  if (!staker) throw missing('staker', rewarding.unsignedTx.txID);
  if (staker.endTime !== ledger.time)
    throw new AvalancheError(
      'Mismatch',
      `the staker ends at ${staker.endTime}, it is ${ledger.time}`,
      { found: String(staker.endTime), expected: String(ledger.time) },
    );
  const { renewal } = staker;
  if ((renewal !== undefined) !== (rewarding.unsignedTx.type !== 'platformvm.RewardValidatorTx'))
    throw new AvalancheError(
      'Mismatch',
      `a ${rewarding.unsignedTx.type} does not end a ${staker.tx.type}`,
    );
  if (renewal && rewarding.commit && renewal.nextPeriod > 0n) {
    renew(work, staker, renewal, rewarding);
    return;
  }
  unstake(work, staker, rewarding);
  if (renewal) payAll(work, staker, renewal, rewarding);
  else if (isValidator(staker)) payValidator(work, staker, rewarding);
  else if (rewarding.commit) payDelegator(work, staker, rewarding);
  leave(work, staker, rewarding.commit ? 'rewarded' : 'refused');
  if (!rewarding.commit) withdraw(work, staker);
}

function unstake(work: PWork, staker: Staker, rewarding: Rewarding): void {
  for (const utxo of stakeUTXOsOf({ unsignedTx: staker.tx, txID: staker.txID }))
    produce(work, utxo, 'stake', rewarding.txID);
}

/** Produces the UTXOs of rewards, and returns their number. */
function pay(
  work: PWork,
  { tx, txID }: Staker,
  rewarding: Rewarding,
  amount: bigint,
  delegateeAmount = 0n,
): number {
  const utxos = rewardUTXOsOf({ unsignedTx: tx, txID }, { tx: rewarding, amount, delegateeAmount });
  for (const [i, utxo] of utxos.entries())
    produce(work, utxo, i === 0 && amount > 0n ? 'reward' : 'delegateeReward', rewarding.txID);
  return utxos.length;
}

/** A validator gets its share of the delegators' rewards even if its own reward is refused. */
const payValidator = (work: PWork, staker: Staker, rewarding: Rewarding): unknown =>
  pay(
    work,
    staker,
    rewarding,
    rewarding.commit ? staker.potentialReward : 0n,
    staker.accruedDelegateeReward,
  );

/** An auto-renewed validator also gets the rewards that it restaked. */
const payAll = (work: PWork, staker: Staker, renewal: Renewal, rewarding: Rewarding): unknown =>
  pay(
    work,
    staker,
    rewarding,
    (rewarding.commit ? staker.potentialReward : 0n) + renewal.accruedValidationRewards,
    staker.accruedDelegateeReward + renewal.accruedDelegateeRewards,
  );

/** The validator gets its share at its own end, or at once if it began before Cortina. */
function payDelegator(work: PWork, staker: Staker, rewarding: Rewarding): void {
  const { network } = work.ledger;
  const validator = validatorOn(work.ledger, staker);
  const [share, rest] = splitReward(staker.potentialReward, sharesOf(validator));
  const paid = pay(work, staker, rewarding, rest);
  if (share === 0n) return;
  if (isActive('cortina', network, validator.startTime)) {
    const accruedDelegateeReward = validator.accruedDelegateeReward + share;
    putCurrent(work, { ...validator, accruedDelegateeReward }, 'changed');
    return;
  }
  const { outputs, stake } = staker.tx as Extract<Staker['tx'], { readonly stake: unknown }>;
  const utxo = {
    txID: staker.txID,
    outputIndex: outputs.length + stake.length + paid,
    assetID: stake[0]!.assetID,
    output: amountOf(share, delegationOwnerOf({ unsignedTx: validator.tx, txID: validator.txID })),
  };
  produce(work, utxo, 'delegateeReward', rewarding.txID);
}

/** The validator's share of its delegators' rewards, in millionths. */
function sharesOf({ tx }: Staker): number {
  if ('shares' in tx) return tx.shares;
  if ('delegationShares' in tx) return tx.delegationShares;
  throw new AvalancheError('Mismatch', `a ${tx.type} takes no delegations`);
}

/** Restakes rewards up to the maximum stake, pays the rest, and begins the next period. */
function renew(work: PWork, staker: Staker, renewal: Renewal, rewarding: Rewarding): void {
  const { potentialReward, accruedDelegateeReward: delegatee, weight, endTime } = staker;
  const again = restaked(staker, renewal, work.ledger.network.staking.maxValidatorStake);
  pay(work, staker, rewarding, potentialReward - again.validation, delegatee - again.delegatee);
  const renewed = withReward(work, {
    ...staker,
    weight: weight + again.validation + again.delegatee,
    startTime: endTime,
    endTime: endTime + renewal.nextPeriod,
    accruedDelegateeReward: 0n,
    renewal: {
      ...renewal,
      accruedValidationRewards: renewal.accruedValidationRewards + again.validation,
      accruedDelegateeRewards: renewal.accruedDelegateeRewards + again.delegatee,
    },
  });
  putCurrent(work, renewed, 'renewed');
}

/** The rewards of a period that are restaked. Source: as `reward`, `restakeAutoRenewedValidatorOnCommit`. */
function restaked(
  { potentialReward, accruedDelegateeReward, weight }: Staker,
  { autoCompoundRewardShares: shares }: Renewal,
  most: bigint,
): { readonly validation: bigint; readonly delegatee: bigint } {
  const [validation] = splitReward(potentialReward, shares);
  const [delegatee] = splitReward(accruedDelegateeReward, shares);
  const [room, wanted] = [most - weight, validation + delegatee];
  if (room < 0n)
    throw new AvalancheError('OutOfRange', `the stake is ${weight}, at most ${most} is allowed`, {
      value: weight,
      max: most,
    });
  if (wanted <= room) return { validation, delegatee };
  const part = (validation * room) / wanted;
  return { validation: part, delegatee: room - part };
}
