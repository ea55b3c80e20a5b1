/** Rules of a staking period: when it starts, and how long it lasts. */
import type { Validator } from '../../chain/pchain/components.ts';
import { isActive } from '../../network/network.ts';
import { outOfRange } from '../components.ts';
import { type Facts, timeOf } from '../facts.ts';
import type { Rule } from '../verdict.ts';
import type { BasePTx } from './shared.ts';
import { verifyRange } from './stakelimits.ts';

/** Returns the minimum and maximum duration of a validator of the primary network. Helicon shortens the minimum (ACP-273). */
export function primaryDurations(facts: Facts): readonly [bigint, bigint] {
  const { minStakeDuration, heliconMinStakeDuration, maxStakeDuration } = facts.network.staking;
  const isShort = isActive('helicon', facts.network, timeOf(facts));
  return [isShort ? heliconMinStakeDuration : minStakeDuration, maxStakeDuration];
}

/** Reads seconds as Go does, as an int64. */
export const seconds = (uint64: bigint): bigint => BigInt.asIntN(64, uint64);

/** Returns the start of a stake: since Durango the current time, before it the stated time. */
export const startOf = ({ start }: { readonly start: bigint }, facts: Facts): bigint =>
  isActive('durango', facts.network, timeOf(facts)) ? timeOf(facts) : seconds(start);

/** Rule: the duration is within its limits. Source: avalanchego `vms/platformvm/txs/executor/staker_tx_verification.go`. */
export const duration = <T extends BasePTx & { readonly validator: Validator }>(
  durationsOf: (tx: T, facts: Facts) => readonly [bigint, bigint],
): Rule<T> => ({
  name: 'duration',
  check: ({ tx, facts }) => {
    const [least, most] = durationsOf(tx, facts);
    const since = startOf(tx.validator, facts);
    const found = seconds(tx.validator.end) - since;
    verifyRange(found, least, most, ['validator', 'end'], { unit: 'seconds', since });
  },
});

/** Rule: before Durango, a stake starts in the future. Source: as `duration`, `verifyStakerStartTime`. */
export const start: Rule<BasePTx & { readonly validator: Validator }> = {
  name: 'start',
  check: ({ tx: { validator }, facts }) => {
    const time = timeOf(facts);
    if (isActive('durango', facts.network, time) || seconds(validator.start) > time) return;
    throw outOfRange(
      `${validator.start}, must be after ${time} before Durango`,
      'validator',
      'start',
    );
  },
};
