import { type Declared, struct } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';

const advanceTimeTx = (s: Source) => ({
  type: 'platformvm.AdvanceTimeTx' as const,
  time: s.u64(),
});
/** Moves the chain’s time; made by nodes, refused since Banff. Source: avalanchego `vms/platformvm/txs/advance_time_tx.go`. */
export interface AdvanceTimeTx extends Declared<typeof advanceTimeTx> {}
export const AdvanceTimeTx: Type<AdvanceTimeTx> = /* @__PURE__ */ struct(
  'platformvm.AdvanceTimeTx',
  advanceTimeTx,
  {
    time: 'Unix seconds.',
  },
);

const rewardValidatorTx = (s: Source) => ({
  type: 'platformvm.RewardValidatorTx' as const,
  txID: s.id(),
});
/** Ends a staking period; made by nodes. Source: avalanchego `vms/platformvm/txs/reward_validator_tx.go`. */
export interface RewardValidatorTx extends Declared<typeof rewardValidatorTx> {}
export const RewardValidatorTx: Type<RewardValidatorTx> = /* @__PURE__ */ struct(
  'platformvm.RewardValidatorTx',
  rewardValidatorTx,
  {
    txID: 'The transaction that began it.',
  },
);

const rewardAutoRenewedValidatorTx = (s: Source) => ({
  type: 'platformvm.RewardAutoRenewedValidatorTx' as const,
  txID: s.id(),
  timestamp: s.u64(),
});
/** Ends a period of an auto-renewed validation; made by nodes (ACP-236). Source: avalanchego `vms/platformvm/txs/reward_auto_renewed_validator_tx.go`. */
export interface RewardAutoRenewedValidatorTx
  extends Declared<typeof rewardAutoRenewedValidatorTx> {}
export const RewardAutoRenewedValidatorTx: Type<RewardAutoRenewedValidatorTx> =
  /* @__PURE__ */ struct('platformvm.RewardAutoRenewedValidatorTx', rewardAutoRenewedValidatorTx, {
    txID: 'The AddAutoRenewedValidatorTx.',
    timestamp: 'Unix seconds at which the period ends.',
  });
