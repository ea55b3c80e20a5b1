import { AvalancheError } from '../../errors/error.ts';
import type { AnyUnsignedTx } from '../../tx/types.ts';
import { isZero, outOfRange } from '../components.ts';
import type { TxOf } from '../context.ts';
import type { Rule } from '../verdict.ts';

/** Only nodes make it. Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go`. */
const nodesOnly: Rule<AnyUnsignedTx> = {
  name: 'issuable',
  check: ({ tx: { type } }) => {
    throw new AvalancheError('Unsupported', `only nodes make a ${type}`).at('type');
  },
};

/** Rules of a platformvm.AdvanceTimeTx. */
export const advanceTimeTx: readonly Rule<TxOf<'platformvm.AdvanceTimeTx'>>[] = [nodesOnly];

/** Rules of a platformvm.RewardValidatorTx. */
export const rewardValidatorTx: readonly Rule<TxOf<'platformvm.RewardValidatorTx'>>[] = [nodesOnly];

type RewardAutoRenewedValidatorTx = TxOf<'platformvm.RewardAutoRenewedValidatorTx'>;

/** Source: avalanchego `vms/platformvm/txs/reward_auto_renewed_validator_tx.go`. */
const renewal: Rule<RewardAutoRenewedValidatorTx> = {
  name: 'renewal',
  check: ({ tx }) => {
    if (isZero(tx.txID)) throw outOfRange('the zero id', 'txID');
    if (tx.timestamp === 0n) throw outOfRange('must be greater than 0', 'timestamp');
  },
};

/** Rules of a platformvm.RewardAutoRenewedValidatorTx. */
export const rewardAutoRenewedValidatorTx: readonly Rule<RewardAutoRenewedValidatorTx>[] = [
  renewal,
  nodesOnly,
];
