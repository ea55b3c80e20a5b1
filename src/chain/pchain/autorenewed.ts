import { type Declared, struct } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';
import { baseNotes } from '../base.ts';
import { TransferableInput, TransferableOutput } from './components.ts';
import { Verifiable } from './verifiable.ts';

const setAutoRenewedValidatorConfigTx = (s: Source) => ({
  type: 'platformvm.SetAutoRenewedValidatorConfigTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  txID: s.id(),
  auth: s.of(Verifiable),
  autoCompoundRewardShares: s.u32(),
  period: s.u64(),
});
/** Changes or ends an auto-renewed validation (ACP-236). Source: avalanchego `vms/platformvm/txs/set_auto_renewed_validator_config_tx.go`. */
export interface SetAutoRenewedValidatorConfigTx
  extends Declared<typeof setAutoRenewedValidatorConfigTx> {}
export const SetAutoRenewedValidatorConfigTx: Type<SetAutoRenewedValidatorConfigTx> =
  /* @__PURE__ */ struct(
    'platformvm.SetAutoRenewedValidatorConfigTx',
    setAutoRenewedValidatorConfigTx,
    () => ({
      ...baseNotes,
      txID: 'The AddAutoRenewedValidatorTx.',
      auth: 'Which of its authority’s addresses sign.',
      autoCompoundRewardShares: 'What of the reward is staked again each period, in millionths.',
      period: 'Seconds of the next period; 0 ends it.',
    }),
  );
