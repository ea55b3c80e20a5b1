import {
  AddAutoRenewedValidatorTx,
  SetAutoRenewedValidatorConfigTx,
} from '../chain/pchain/staking.ts';
import { idBytes, nodeIDBytes } from '../text/given.ts';
import { authorization, inputOfAuth } from './authority.ts';
import {
  AddAutoRenewedValidatorIntent,
  SetAutoRenewedValidatorConfigIntent,
} from './intents/staking.ts';
import { pBuilder } from './pbuilder.ts';
import { field, readPercent, readProof, readUint64 } from './read.ts';
import { readStake, rewardsIn } from './staking.ts';
import { ownerIn } from './subnet.ts';

/**
 * Builds a draft that adds an auto-renewed validator.
 * @throws {AvalancheError} As `buildAddPermissionlessValidatorTx`; `WrongUpgrade`: before Helicon.
 */
export const buildAddAutoRenewedValidatorTx = /* @__PURE__ */ pBuilder(
  AddAutoRenewedValidatorTx,
  AddAutoRenewedValidatorIntent,
  (intent: AddAutoRenewedValidatorIntent, state) => {
    const period = field(intent, 'period', readUint64);
    const { stake } = readStake(state, intent, state.time + period);
    const nodeID = field(intent, 'node', (node) => field(node, 'nodeID', nodeIDBytes));
    const signer = field(intent, 'node', readProof);
    const shares = field(intent, 'delegationFee', readPercent);
    const compound = field(intent, 'autoCompound', readPercent);
    const rewards = rewardsIn(intent, state);
    const validatorAuthority = ownerIn(intent, 'authority', state);
    return {
      stake,
      fields: (outputs) => ({
        nodeID,
        signer,
        stake: outputs,
        ...rewards,
        validatorAuthority,
        delegationShares: shares,
        autoCompoundRewardShares: compound,
        period,
      }),
    };
  },
);

/**
 * Builds a draft that changes the terms of an auto-renewed validator, or stops it.
 * @throws {AvalancheError} As `buildBaseTx`; `MissingSigner`: the state’s `authorities` do not have the transaction;
 *   `WrongUpgrade`: before Helicon.
 */
export const buildSetAutoRenewedValidatorConfigTx = /* @__PURE__ */ pBuilder(
  SetAutoRenewedValidatorConfigTx,
  SetAutoRenewedValidatorConfigIntent,
  (intent: SetAutoRenewedValidatorConfigIntent, state, options) => {
    const txID = field(intent, 'txID', idBytes);
    const compound = field(intent, 'autoCompound', readPercent);
    const period = field(intent, 'period', (of) => (of === 'stop' ? 0n : readUint64(of)));
    const auth = authorization(state, options, txID);
    return {
      fields: { txID, auth: inputOfAuth(auth), autoCompoundRewardShares: compound, period },
      auth,
    };
  },
);
