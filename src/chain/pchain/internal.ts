import type { Declared } from '../../wire/declare.ts';
import type { PartSource } from '../../wire/source.ts';
import { type TxPart, transaction } from '../declared.ts';
import { id, quantity } from '../roles.ts';

const advanceTimeTx = (s: PartSource) => ({
  type: 'platformvm.AdvanceTimeTx' as const,
  time: s.u64(),
});
/** Moves the chain’s time; made by nodes, refused since Banff. Source: avalanchego `vms/platformvm/txs/advance_time_tx.go`. */
export interface AdvanceTimeTx extends Declared<typeof advanceTimeTx> {}
export const AdvanceTimeTx: TxPart<AdvanceTimeTx> = /* @__PURE__ */ transaction(
  19,
  'platformvm.AdvanceTimeTx',
  advanceTimeTx,
  () => ({ time: quantity('time', 'Unix seconds.') }),
);

const rewardValidatorTx = (s: PartSource) => ({
  type: 'platformvm.RewardValidatorTx' as const,
  txID: s.id(),
});
/** Ends a staking period; made by nodes. Source: avalanchego `vms/platformvm/txs/reward_validator_tx.go`. */
export interface RewardValidatorTx extends Declared<typeof rewardValidatorTx> {}
export const RewardValidatorTx: TxPart<RewardValidatorTx> = /* @__PURE__ */ transaction(
  20,
  'platformvm.RewardValidatorTx',
  rewardValidatorTx,
  () => ({ txID: id('staker', 'The transaction that began it.', 'rewards') }),
);

const rewardAutoRenewedValidatorTx = (s: PartSource) => ({
  type: 'platformvm.RewardAutoRenewedValidatorTx' as const,
  txID: s.id(),
  timestamp: s.u64(),
});
/** Ends a period of an auto-renewed validation; made by nodes (ACP-236). Source: avalanchego `vms/platformvm/txs/reward_auto_renewed_validator_tx.go`. */
export interface RewardAutoRenewedValidatorTx
  extends Declared<typeof rewardAutoRenewedValidatorTx> {}
export const RewardAutoRenewedValidatorTx: TxPart<RewardAutoRenewedValidatorTx> =
  /* @__PURE__ */ transaction(
    42,
    'platformvm.RewardAutoRenewedValidatorTx',
    rewardAutoRenewedValidatorTx,
    () => ({
      txID: id('staker', 'The AddAutoRenewedValidatorTx.', 'rewards'),
      timestamp: quantity('time', 'Unix seconds at which the period ends.'),
    }),
  );
