import { list, union } from '../schema/collection.ts';
import { addressText, bool, hexOf, idText, nodeIDText } from '../schema/leaf.ts';
import { decimal, uint32, uint64 } from '../schema/number.ts';
import { reply } from '../schema/object.ts';
import { optional, type Schema, type SchemaInput, type Value } from '../schema/schema.ts';

const owner = reply(
  {
    locktime: [uint64, 'Unix seconds before which it cannot sign.'],
    threshold: [uint32, 'Number of signatures needed.'],
    addresses: [list(addressText), 'Addresses that can sign.'],
  },
  { name: 'Owner' },
);
/** An owner: the addresses, threshold and locktime. */
export interface OwnerReply extends Value<typeof owner> {}

const signer = reply(
  {
    publicKey: [hexOf(48), 'Compressed BLS public key.'],
    proofOfPossession: [hexOf(96), 'Signature of the public key by its own secret key.'],
  },
  { name: 'Signer', spellings: { proofOfPosession: 'proofOfPossession' } },
);

const staker = {
  txID: [idText, 'The transaction that added it.'],
  startTime: [uint64, 'Unix seconds.'],
  endTime: [uint64, 'Unix seconds.'],
  weight: [uint64, 'Weight in sampling; on the primary network, nAVAX staked.'],
  nodeID: [nodeIDText, 'ID of its node.'],
} as const;

/** Nodes before v1.10 write the stake of a validator under another key as well. */
const spellings = { stakeAmount: 'weight' } as const;

const delegator = reply(
  {
    ...staker,
    rewardOwner: [optional(owner), 'Receives the reward.', 'primary network'],
    potentialReward: [
      optional(uint64),
      'nAVAX, paid if the uptime of the validator is high enough.',
      'primary network',
    ],
  },
  { name: 'Delegator', spellings },
);
/** A delegator of a validator. */
export interface Delegator extends Value<typeof delegator> {}

const l1Fields = {
  nodeID: [nodeIDText, 'ID of its node.'],
  weight: [uint64, 'Weight in consensus and in warp messages.'],
  startTime: [uint64, 'Unix seconds.'],
  validationID: [idText, 'ID of the validation.'],
  publicKey: [hexOf(48), 'Compressed BLS public key.'],
  remainingBalanceOwner: [owner, 'Receives what is left of the balance.'],
  deactivationOwner: [owner, 'Can deactivate it.'],
  minNonce: [uint64, 'Smallest nonce that the next change of weight can have.'],
  balance: [uint64, 'nAVAX left for the continuous fee; 0 if inactive.'],
} as const;

const l1Validator = reply(
  {
    ...l1Fields,
    txID: [optional(idText), 'The transaction that added it.', 'the documentation says so'],
  },
  { name: 'L1ValidatorRecord', kind: 'l1' },
);
/** A validator of an L1. */
export interface L1ValidatorRecord extends Value<typeof l1Validator> {}

const permissionedValidator = reply(staker, {
  name: 'PermissionedValidatorRecord',
  kind: 'permissioned',
  spellings,
});
/** A validator of a permissioned subnet, or one that remains from before the subnet became an L1. */
export interface PermissionedValidatorRecord extends Value<typeof permissionedValidator> {}

const primary = 'primary network';
const renewed = 'renews itself';

const permissionlessValidator = reply(
  {
    ...staker,
    validationRewardOwner: [optional(owner), 'Receives the reward of its own stake.', primary],
    delegationRewardOwner: [
      optional(owner),
      'Receives its share of the rewards of its delegators.',
      primary,
    ],
    potentialReward: [optional(uint64), 'nAVAX, paid if its uptime is high enough.', primary],
    accruedDelegateeReward: [optional(uint64), 'nAVAX from delegators so far.', primary],
    delegationFee: [decimal, 'Percent of the rewards of delegators that it keeps.'],
    uptime: [optional(decimal), 'Percent of time that the queried node saw it online.', primary],
    connected: [optional(bool), 'Whether the queried node is connected to it.', primary],
    signer: [optional(signer), 'Its BLS key.', 'it has one'],
    validatorAuthority: [optional(owner), 'Can change how it renews.', renewed],
    nextPeriod: [optional(uint64), 'Seconds of its next period.', renewed],
    autoCompoundRewardShares: [
      optional(uint32),
      'Parts of a million of its rewards that it stakes again.',
      renewed,
    ],
    delegatorCount: [optional(uint64), 'Number of delegators.', primary],
    delegatorWeight: [optional(uint64), 'nAVAX that they stake.', primary],
    delegators: [optional(list(delegator)), 'Its delegators.', 'asked for one node'],
  },
  {
    name: 'PermissionlessValidatorRecord',
    kind: 'permissionless',
    spellings: { ...spellings, delegationFeeRate: 'delegationFee' },
  },
);
/** A validator of the primary network or of an elastic subnet. */
export interface PermissionlessValidatorRecord extends Value<typeof permissionlessValidator> {}

/** A validator as returned by `platform.getCurrentValidators`; `kind` tells its type. */
export type ValidatorRecord =
  | L1ValidatorRecord
  | PermissionlessValidatorRecord
  | PermissionedValidatorRecord;

type ValidatorInput =
  | SchemaInput<typeof l1Validator>
  | SchemaInput<typeof permissionlessValidator>
  | SchemaInput<typeof permissionedValidator>;

/** A validator of any kind; the kind is recognized by its specific fields. */
export const validatorRecord: Schema<ValidatorRecord, ValidatorInput> = union(
  {
    permissionless: permissionlessValidator,
    permissioned: permissionedValidator,
    l1: l1Validator,
  },
  (json) => {
    const has = (key: string) => Object.hasOwn(json, key);
    if (has('validationID')) return 'l1';
    const earns = ['delegationFee', 'delegationFeeRate', 'potentialReward'].some(has);
    return earns ? 'permissionless' : 'permissioned';
  },
);

/** A validator of an L1 as returned on its own. */
export const l1ValidatorResult = reply(
  {
    ...l1Fields,
    subnetID: [idText, 'ID of the L1.'],
    height: [uint64, 'P-chain height of this state.'],
  },
  { name: 'L1Validator' },
);
/** A validator of an L1 as returned by `platform.getL1Validator`. */
export interface L1ValidatorReply extends Value<typeof l1ValidatorResult> {}
