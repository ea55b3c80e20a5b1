import type { Declared } from '../../wire/declare.ts';
import type { PartSource } from '../../wire/source.ts';
import { base } from '../base.ts';
import { type TxPart, transaction } from '../declared.ts';
import { auth, id, quantity } from '../roles.ts';
import { TransferableInput, TransferableOutput } from './components.ts';
import { Verifiable } from './verifiable.ts';

const setAutoRenewedValidatorConfigTx = (s: PartSource) => ({
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
export const SetAutoRenewedValidatorConfigTx: TxPart<SetAutoRenewedValidatorConfigTx> =
  /* @__PURE__ */ transaction(
    41,
    'platformvm.SetAutoRenewedValidatorConfigTx',
    setAutoRenewedValidatorConfigTx,
    () => ({
      ...base(),
      txID: id('staker', 'The AddAutoRenewedValidatorTx.'),
      auth: auth('txID', 'Which of its authority’s addresses sign.'),
      autoCompoundRewardShares: quantity(
        'share',
        'What of the reward is staked again each period, in millionths.',
      ),
      period: quantity('duration', 'Seconds of the next period; 0 ends it.'),
    }),
  );
