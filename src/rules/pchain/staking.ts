/** Rules of the transactions that add validators and delegators, and of those that only nodes create to advance time and pay rewards. */
import { primaryNetworkID } from '../../chain/base.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { formatID } from '../../text/id.ts';
import type { AnyUnsignedTx } from '../../tx/types.ts';
import {
  isZero,
  notEmpty,
  outOfRange,
  percentDenominator,
  type TxOf,
  verifyNodeID,
} from '../components.ts';
import { type Facts, find, need } from '../facts.ts';
import type { Rule } from '../verdict.ts';
import { authorizationForm, authorize, mutable, subnetOwner } from './authorization.ts';
import { accepted, owner, rulesOf, shares, spend, txID, verifyNotPrimary } from './shared.ts';
import { possession, verifySignerPresence } from './signer.ts';
import {
  boundsOf,
  delegationFee,
  isPrimary,
  stake,
  stakedAsset,
  stakedWeight,
  stakeOf,
  validatorStake,
  verifyRange,
  weight,
} from './stakelimits.ts';
import { duration, primaryDurations, start } from './stakeperiod.ts';
import {
  delegatedValidator,
  delegatedWeight,
  delegatorStake,
  notYetValidator,
  permissionless,
  primaryValidator,
} from './validatorset.ts';

type AddValidatorTx = TxOf<'platformvm.AddValidatorTx'>;
type AddDelegatorTx = TxOf<'platformvm.AddDelegatorTx'>;
type AddPermissionlessValidatorTx = TxOf<'platformvm.AddPermissionlessValidatorTx'>;
type AddPermissionlessDelegatorTx = TxOf<'platformvm.AddPermissionlessDelegatorTx'>;
type AddSubnetValidatorTx = TxOf<'platformvm.AddSubnetValidatorTx'>;
type AddAutoRenewedValidatorTx = TxOf<'platformvm.AddAutoRenewedValidatorTx'>;
type SetAutoRenewedValidatorConfigTx = TxOf<'platformvm.SetAutoRenewedValidatorConfigTx'>;

/** Rule: the nodeID is not all zeros. */
const node: Rule<AddValidatorTx | AddPermissionlessValidatorTx> = {
  name: 'node',
  check: ({ tx: { validator } }) => {
    if (isZero(validator.nodeID)) throw outOfRange('the empty nodeID', 'validator', 'nodeID');
  },
};

const onPrimary = ({ validator: { nodeID } }: AddValidatorTx) => ({
  subnetID: primaryNetworkID,
  nodeID,
});

/** Rules of a platformvm.AddValidatorTx. */
export const addValidatorTx: readonly Rule<AddValidatorTx>[] = /* @__PURE__ */ rulesOf(
  /* @__PURE__ */ accepted('until', 'durango'),
  [
    node,
    /* @__PURE__ */ shares('shares'),
    weight,
    /* @__PURE__ */ owner('rewardsOwner'),
    /* @__PURE__ */ stake(true),
    stakedWeight,
    validatorStake,
    delegationFee,
    /* @__PURE__ */ duration((tx, facts) => durationsIn(boundsOf(tx, facts))),
    start,
    /* @__PURE__ */ notYetValidator(onPrimary, 'validator', 'nodeID'),
    spend,
  ],
);

const durationsIn = (limits: {
  readonly minStakeDuration: bigint;
  readonly maxStakeDuration: bigint;
}): readonly [bigint, bigint] => [limits.minStakeDuration, limits.maxStakeDuration];

/** Rules of a platformvm.AddDelegatorTx. */
export const addDelegatorTx: readonly Rule<AddDelegatorTx>[] = /* @__PURE__ */ rulesOf(
  /* @__PURE__ */ accepted('until', 'durango'),
  [
    weight,
    /* @__PURE__ */ owner('rewardsOwner'),
    /* @__PURE__ */ stake(true),
    stakedWeight,
    /* @__PURE__ */ duration((tx, facts) => durationsIn(boundsOf(tx, facts))),
    delegatorStake,
    start,
    delegatedValidator,
    delegatedWeight,
    spend,
  ],
);

/** Rule: a validator of the primary network has a BLS key, one of a subnet has none. */
const blsKey: Rule<AddPermissionlessValidatorTx> = {
  name: 'BLS key',
  check: ({ tx }) => {
    verifySignerPresence(tx.signer, isPrimary(tx));
  },
};

/** Restricts a rule to validators of subnets. */
const ofSubnets = <T extends AddPermissionlessValidatorTx>(rule: Rule<T>): Rule<T> => ({
  ...rule,
  check: (subject) => (isPrimary(subject.tx) ? undefined : rule.check(subject)),
});

/** Rules of a platformvm.AddPermissionlessValidatorTx. */
export const addPermissionlessValidatorTx: readonly Rule<AddPermissionlessValidatorTx>[] =
  /* @__PURE__ */ rulesOf(undefined, [
    node,
    /* @__PURE__ */ shares('shares'),
    weight,
    possession,
    /* @__PURE__ */ owner('validationRewardsOwner'),
    /* @__PURE__ */ owner('delegationRewardsOwner'),
    blsKey,
    /* @__PURE__ */ stake(false),
    stakedWeight,
    start,
    validatorStake,
    delegationFee,
    /* @__PURE__ */ duration((tx, facts) =>
      isPrimary(tx) ? primaryDurations(facts) : durationsIn(boundsOf(tx, facts)),
    ),
    stakedAsset,
    /* @__PURE__ */ notYetValidator(
      ({ subnetID, validator: { nodeID } }) => ({ subnetID, nodeID }),
      'validator',
      'nodeID',
    ),
    /* @__PURE__ */ ofSubnets(primaryValidator),
    spend,
  ]);

/** Rules of a platformvm.AddPermissionlessDelegatorTx. */
export const addPermissionlessDelegatorTx: readonly Rule<AddPermissionlessDelegatorTx>[] =
  /* @__PURE__ */ rulesOf(undefined, [
    weight,
    /* @__PURE__ */ owner('rewardsOwner'),
    /* @__PURE__ */ stake(false),
    stakedWeight,
    start,
    delegatorStake,
    /* @__PURE__ */ duration((tx, facts) => durationsIn(boundsOf(tx, facts))),
    stakedAsset,
    delegatedValidator,
    delegatedWeight,
    permissionless,
    spend,
  ]);

const subnetOfValidator = ({ validator }: AddSubnetValidatorTx) => validator.subnetID;

/** Rule: the subnet of a permissioned validator is not the primary network. */
const permissionedSubnet: Rule<AddSubnetValidatorTx> = {
  name: 'subnet',
  check: ({ tx }) => {
    within(['validator'], () => verifyNotPrimary(subnetOfValidator(tx)));
  },
};

/** Rules of a platformvm.AddSubnetValidatorTx. */
export const addSubnetValidatorTx: readonly Rule<AddSubnetValidatorTx>[] = /* @__PURE__ */ rulesOf(
  undefined,
  [
    permissionedSubnet,
    weight,
    authorizationForm,
    /* @__PURE__ */ duration((_, { network }) => durationsIn(network.staking)),
    start,
    /* @__PURE__ */ notYetValidator(({ validator }) => validator, 'validator', 'nodeID'),
    primaryValidator,
    /* @__PURE__ */ authorize<AddSubnetValidatorTx>(
      (subject) => subnetOwner(subject, subnetOfValidator(subject.tx)),
      [/* @__PURE__ */ mutable(subnetOfValidator, 'validator', 'subnetID')],
    ),
  ],
);

/** Source: avalanchego `vms/platformvm/txs/add_auto_renewed_validator_tx.go`. */
const renewedNode: Rule<AddAutoRenewedValidatorTx> = {
  name: 'node',
  check: ({ tx }) => {
    notEmpty(tx.stake, 'stake');
    if (tx.period === 0n) throw outOfRange('must be greater than 0', 'period');
    verifyNodeID(tx.nodeID);
  },
};

/** Source: avalanchego `vms/platformvm/txs/executor/staker_tx_verification.go` `verifyAddAutoRenewedValidatorTx`. */
const renewedStake: Rule<AddAutoRenewedValidatorTx> = {
  name: 'stake of a validator',
  check: ({ tx, facts }) => {
    const { minValidatorStake, maxValidatorStake } = facts.network.staking;
    verifyRange(stakeOf(tx.stake), minValidatorStake, maxValidatorStake, ['stake'], {
      unit: 'nAVAX',
    });
  },
};

const renewedFee: Rule<AddAutoRenewedValidatorTx> = {
  name: 'delegation fee',
  check: ({ tx: { delegationShares }, facts }) => {
    const { minDelegationFee } = facts.network.staking;
    verifyRange(delegationShares, minDelegationFee, percentDenominator, ['delegationShares'], {
      unit: 'millionths',
    });
  },
};

const renewedPeriod: Rule<AddAutoRenewedValidatorTx> = {
  name: 'period',
  check: ({ tx: { period }, facts }) => {
    verifyRange(period, ...primaryDurations(facts), ['period'], { unit: 'seconds' });
  },
};

const renewedKey: Rule<AddAutoRenewedValidatorTx> = {
  name: 'BLS key',
  check: ({ tx: { signer } }) => {
    verifySignerPresence(signer, true);
  },
};

/** Rules of a platformvm.AddAutoRenewedValidatorTx. */
export const addAutoRenewedValidatorTx: readonly Rule<AddAutoRenewedValidatorTx>[] =
  /* @__PURE__ */ rulesOf(/* @__PURE__ */ accepted('since', 'helicon'), [
    /* @__PURE__ */ shares('delegationShares'),
    /* @__PURE__ */ shares('autoCompoundRewardShares'),
    renewedNode,
    possession,
    /* @__PURE__ */ owner('validationRewardsOwner'),
    /* @__PURE__ */ owner('delegationRewardsOwner'),
    /* @__PURE__ */ owner('validatorAuthority'),
    renewedKey,
    /* @__PURE__ */ stake(true),
    renewedStake,
    renewedFee,
    renewedPeriod,
    /* @__PURE__ */ notYetValidator(
      ({ nodeID }) => ({ subnetID: primaryNetworkID, nodeID }),
      'nodeID',
    ),
    spend,
  ]);

/** Source: as `renewedStake`, `verifySetAutoRenewedValidatorConfigTx`. */
const renewedValidator: Rule<SetAutoRenewedValidatorConfigTx> = {
  name: 'auto-renewed validator',
  check: ({ tx, facts }) => {
    within(['txID'], () => renewedOf(tx, facts));
  },
};

const renewedOf = ({ txID }: SetAutoRenewedValidatorConfigTx, { autoRenewed }: Facts) => {
  const id = formatID(txID);
  return find(autoRenewed, id, 'autoRenewed', `an auto-renewed validator added by ${id}`);
};

const newPeriod: Rule<SetAutoRenewedValidatorConfigTx> = {
  name: 'period',
  check: ({ tx: { period }, facts }) => {
    if (period !== 0n)
      verifyRange(period, ...primaryDurations(facts), ['period'], { unit: 'seconds' });
  },
};

/** Rules of a platformvm.SetAutoRenewedValidatorConfigTx. */
export const setAutoRenewedValidatorConfigTx: readonly Rule<SetAutoRenewedValidatorConfigTx>[] =
  /* @__PURE__ */ rulesOf(/* @__PURE__ */ accepted('since', 'helicon'), [
    txID,
    /* @__PURE__ */ shares('autoCompoundRewardShares'),
    authorizationForm,
    renewedValidator,
    newPeriod,
    /* @__PURE__ */ authorize<SetAutoRenewedValidatorConfigTx>(({ tx, facts }) =>
      need(
        renewedOf(tx, facts).validatorAuthority,
        'autoRenewed',
        'who may configure the validator',
      ),
    ),
  ]);

/** Rule that always refuses: only nodes create these types. Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go`. */
const nodesOnly: Rule<AnyUnsignedTx> = {
  name: 'issuable',
  check: ({ tx: { type } }) => {
    throw new AvalancheError('Unsupported', `only nodes make a ${type}`).at('type');
  },
};

export const advanceTimeTx: readonly Rule<TxOf<'platformvm.AdvanceTimeTx'>>[] = [nodesOnly];

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
