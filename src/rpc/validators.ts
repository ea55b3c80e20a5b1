import { list, object, optional, type Shape, union, type Value } from './shape.ts';
import { address, bool, decimal, hexOf, id, nodeID, uint32, uint64 } from './words.ts';

const owner = object(
  {
    locktime: [uint64, 'Unix seconds; counts from then on.'],
    threshold: [uint32, 'Signatures needed.'],
    addresses: [list(address), 'Who can sign.'],
  },
  { name: 'Owner' },
);
/** Who decides or is paid. */
export interface Owner extends Value<typeof owner> {}

const signer = object(
  {
    publicKey: [hexOf(48), 'BLS, compressed.'],
    proofOfPossession: [hexOf(96), 'Signature of the key by itself.'],
  },
  { name: 'Signer', spellings: { proofOfPosession: 'proofOfPossession' } },
);

const staker = {
  txID: [id, 'The transaction that added it.'],
  startTime: [uint64, 'Unix seconds.'],
  endTime: [uint64, 'Unix seconds.'],
  weight: [uint64, 'In sampling; on the primary network nAVAX staked.'],
  nodeID: [nodeID, 'Its node.'],
} as const;

const delegator = object(
  {
    ...staker,
    rewardOwner: [optional(owner), 'Who gets the reward.', 'primary network'],
    potentialReward: [optional(uint64), 'nAVAX if the node is up.', 'primary network'],
  },
  { name: 'Delegator' },
);
/** Who stakes through a validator. */
export interface Delegator extends Value<typeof delegator> {}

const l1Fields = {
  nodeID: [nodeID, 'Its node.'],
  weight: [uint64, 'In consensus and in warp messages.'],
  startTime: [uint64, 'Unix seconds.'],
  validationID: [id, 'Id of the validation.'],
  publicKey: [hexOf(48), 'BLS, compressed.'],
  remainingBalanceOwner: [owner, 'Who gets back what is left of the balance.'],
  deactivationOwner: [owner, 'Who can deactivate it.'],
  minNonce: [uint64, 'Smallest nonce of the next change of weight.'],
  balance: [uint64, 'nAVAX left for the continuous fee; 0: inactive.'],
} as const;

const l1Validator = object(
  {
    ...l1Fields,
    txID: [optional(id), 'The transaction that added it.', 'the documentation says so'],
  },
  { name: 'L1ValidatorRecord', kind: 'l1' },
);
/** A validator of an L1. */
export interface L1ValidatorRecord extends Value<typeof l1Validator> {}

const permissionedValidator = object(staker, {
  name: 'PermissionedValidatorRecord',
  kind: 'permissioned',
});
/** A validator of a subnet whose owner chooses them, or left over from before it became an L1. */
export interface PermissionedValidatorRecord extends Value<typeof permissionedValidator> {}

const primary = 'primary network';
const renewed = 'renews itself';

const permissionlessValidator = object(
  {
    ...staker,
    validationRewardOwner: [optional(owner), 'Who gets the reward of its own stake.', primary],
    delegationRewardOwner: [optional(owner), 'Who gets its share of delegators’ rewards.', primary],
    potentialReward: [optional(uint64), 'nAVAX if the node is up.', primary],
    accruedDelegateeReward: [optional(uint64), 'nAVAX from delegators so far.', primary],
    delegationFee: [decimal, 'Percent of delegators’ rewards that it keeps.'],
    uptime: [optional(decimal), 'Percent of time that the asked node saw it online.', primary],
    connected: [optional(bool), 'Whether the asked node is connected to it.', primary],
    signer: [optional(signer), 'Its BLS key.', 'it has one'],
    validatorAuthority: [optional(owner), 'Who can change how it renews.', renewed],
    nextPeriod: [optional(uint64), 'Seconds of its next period.', renewed],
    autoCompoundRewardShares: [optional(uint32), 'Millionths of rewards that it stakes.', renewed],
    delegatorCount: [optional(uint64), 'Delegators.', primary],
    delegatorWeight: [optional(uint64), 'nAVAX that they stake.', primary],
    delegators: [optional(list(delegator)), 'Those who stake through it.', 'asked for one node'],
  },
  {
    name: 'PermissionlessValidatorRecord',
    kind: 'permissionless',
    spellings: { delegationFeeRate: 'delegationFee' },
  },
);
/** A validator of the primary network or of an elastic subnet. */
export interface PermissionlessValidatorRecord extends Value<typeof permissionlessValidator> {}

/** What `platform.getCurrentValidators` says of a validator; `kind` tells what it is. */
export type ValidatorRecord =
  | L1ValidatorRecord
  | PermissionlessValidatorRecord
  | PermissionedValidatorRecord;

/** A validator of any kind, told by what only that kind has. */
export const validatorRecord: Shape<ValidatorRecord> = union(
  {
    permissionless: permissionlessValidator,
    permissioned: permissionedValidator,
    l1: l1Validator,
  },
  (has) => {
    if (has('validationID')) return 'l1';
    const earns = ['delegationFee', 'delegationFeeRate', 'potentialReward'].some(has);
    return earns ? 'permissionless' : 'permissioned';
  },
);

/** A validator of an L1 by itself. */
export const l1ValidatorResult = object(
  {
    ...l1Fields,
    subnetID: [id, 'The L1.'],
    height: [uint64, 'P-chain height at which this is so.'],
  },
  { name: 'L1Validator' },
);
/** A validator of an L1 as `platform.getL1Validator` gives it. */
export interface L1Validator extends Value<typeof l1ValidatorResult> {}
