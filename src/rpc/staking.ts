import { atMost, checkUTXOs, encoding, fitting, hexParam, none } from './common.ts';
import { type Endpoint, method } from './method.ts';
import {
  list,
  map,
  nilList,
  nullable,
  object,
  optional,
  type Shape,
  unwrapped,
  type Value,
} from './shape.ts';
import { l1ValidatorResult, validatorRecord } from './validators.ts';
import {
  address,
  bool,
  hex,
  hexOf,
  id,
  nodeID,
  oneOf,
  string,
  uint16n,
  uint32,
  uint64,
  uint64n,
} from './words.ts';

const endpoint: Endpoint = { path: '/ext/bc/P' };

const subnet = object({ subnetID: [optional(id), 'The primary network when left out.'] });
const blockchainStatus = oneOf('Validating', 'Created', 'Preferred', 'Syncing', 'Unknown');
/** What a node does with a blockchain. */
export type BlockchainStatus = Value<typeof blockchainStatus>;
/** A P-chain height, or the one that a proposer would use now. */
const heightOrProposed: Shape<bigint | 'proposed'> = {
  name: 'uint64 | proposed',
  parse: (json) => (json === 'proposed' ? json : uint64n.parse(json)),
  format: (value) => (value === 'proposed' ? value : uint64n.format(value)),
};

const subnetResult = object(
  {
    isPermissioned: [bool, 'Whether its owner chooses the validators; not so for an L1.'],
    controlKeys: [list(address), 'Who owns it; a node still gives them for an L1.'],
    threshold: [uint32, 'Signatures of theirs that are needed.'],
    locktime: [uint64, 'Unix seconds; no change before then.'],
    subnetTransformationTxID: [id, 'What made it elastic; the empty id if nothing.'],
    conversionID: [id, 'Of its conversion to an L1; the empty id if none.'],
    managerChainID: [id, 'Where the manager of the L1 is.'],
    managerAddress: [nullable(hex), 'The manager of the L1; `null` if there is none.'],
  },
  { name: 'SubnetOwner' },
);
/** Who can change a subnet. */
export interface SubnetOwner extends Value<typeof subnetResult> {}

const validatorWeight = object({
  publicKey: [
    optional(nullable(hexOf(48))),
    'BLS, compressed; `null` if it has none.',
    'newer nodes',
  ],
  weight: [uint64, 'In consensus.'],
});
const oldWeight: typeof validatorWeight = {
  ...validatorWeight,
  parse: (json) => ({ weight: uint64.parse(json) }),
};

/** Subnets, validators and stake. Source: avalanchego `vms/platformvm/service.go`. */
export const staking = {
  'platform.getAllValidatorsAt': method({
    endpoint,
    about: 'The validators of every subnet at a height, as warp messages see them.',
    params: object({ height: [heightOrProposed, 'P-chain height.'] }),
    result: object({
      validatorSets: [
        map(
          id,
          object({
            validators: [
              nilList(
                object({
                  publicKey: [hexOf(48), 'BLS, compressed.'],
                  weight: [uint64, 'Of all its nodes.'],
                  nodeIDs: [list(nodeID), 'Nodes with the key.'],
                }),
              ),
              'Those with a key, in the order of the keys.',
            ],
            totalWeight: [uint64, 'Of those without a key too.'],
          }),
        ),
        'By subnet.',
      ],
    }),
  }),
  'platform.getBlockchains': method({
    endpoint,
    about: 'All blockchains but the P-chain.',
    params: none,
    result: object({
      blockchains: [
        list(
          object({
            id: [id, 'Id of the chain.'],
            name: [string, 'Not unique.'],
            subnetID: [id, 'Who validates it.'],
            vmID: [id, 'What runs it.'],
          }),
        ),
        'One for each chain.',
      ],
    }),
    deprecated: { since: 'v1.9.12' },
  }),
  'platform.getBlockchainStatus': method({
    endpoint,
    about: 'What the node does with a blockchain.',
    params: object({ blockchainID: [string, 'Id or alias.'] }),
    result: object({ status: [blockchainStatus, 'What it does with it.'] }),
  }),
  'platform.getCurrentSupply': method({
    endpoint,
    about: 'An upper bound of the staking asset that exists.',
    params: subnet,
    result: object({
      supply: [uint64, 'nAVAX, what was burned not taken off.'],
      height: [optional(uint64), 'P-chain height at which this is so.', 'newer nodes'],
    }),
  }),
  'platform.getCurrentValidators': method({
    endpoint,
    about: 'The validators of a subnet.',
    params: object({
      subnetID: [optional(id), 'The primary network when left out.'],
      nodeIDs: [optional(list(nodeID)), 'Only these; all when left out or empty.'],
    }),
    result: object({ validators: [list(validatorRecord), 'One for each, in no order.'] }),
  }),
  'platform.getL1Validator': method({
    endpoint,
    about: 'A validator of an L1.',
    params: object({ validationID: [id, 'Id of the validation.'] }),
    result: l1ValidatorResult,
  }),
  'platform.getMinStake': method({
    endpoint,
    about: 'The least that a validator and a delegator stake.',
    params: subnet,
    result: object({
      minValidatorStake: [uint64, 'nAVAX.'],
      minDelegatorStake: [uint64, 'nAVAX.'],
    }),
  }),
  'platform.getRewardUTXOs': method({
    endpoint,
    about: 'What a staking transaction was rewarded with.',
    params: object({ txID: [id, 'That added the validator or delegator.'], encoding: hexParam }),
    result: object(
      {
        numFetched: [uint64, 'Entries of `utxos`.'],
        utxos: [list(string), 'The rewards.'],
        encoding: [encoding, 'Of `utxos`.'],
      },
      { check: (value) => checkUTXOs(value) },
    ),
    deprecated: { since: 'v1.9.12' },
    holds: 'P',
  }),
  'platform.getStake': method({
    endpoint,
    about: 'What addresses stake on the primary network.',
    params: object(
      {
        addresses: [list(address), 'Whose, up to 256.'],
        validatorsOnly: [optional(bool), 'Leaves delegations out.'],
        encoding: hexParam,
      },
      { check: ({ addresses }) => atMost(addresses, 256) },
    ),
    result: object(
      {
        staked: [optional(uint64), 'nAVAX.', 'newer nodes'],
        stakeds: [map(id, uint64), 'By asset, without rewards.'],
        stakedOutputs: [list(string), 'The outputs that come back.'],
        encoding: [encoding, 'Of `stakedOutputs`.'],
      },
      { check: fitting('stakedOutputs') },
    ),
    deprecated: { since: 'v1.9.12' },
  }),
  'platform.getStakingAssetID': method({
    endpoint,
    about: 'What is staked on a subnet.',
    params: subnet,
    result: object({ assetID: [id, 'Id of the asset.'] }),
  }),
  'platform.getSubnet': method({
    endpoint,
    about: 'Who can change a subnet.',
    params: object({ subnetID: [id, 'Not the primary network.'] }),
    result: subnetResult,
  }),
  'platform.getSubnets': method({
    endpoint,
    about: 'The owners of subnets.',
    params: object({ ids: [optional(list(id)), 'Only these; all when left out or empty.'] }),
    result: object({
      subnets: [
        nilList(
          object({
            id: [id, 'Id of the subnet.'],
            controlKeys: [list(address), 'Who owns it; none for the primary network.'],
            threshold: [uint32, 'Signatures of theirs that are needed.'],
          }),
        ),
        'One for each.',
      ],
    }),
    deprecated: { since: 'v1.9.12', use: 'platform.getSubnet' },
  }),
  'platform.getTotalStake': method({
    endpoint,
    about: 'The weight of all validators and delegators of a subnet.',
    params: subnet,
    result: object({
      stake: [optional(uint64), 'The same; a name of old.', 'newer nodes'],
      weight: [uint64, 'On the primary network nAVAX.'],
    }),
  }),
  'platform.getValidatorsAt': method({
    endpoint,
    about: 'The validators of a subnet at a height.',
    params: object({
      height: [heightOrProposed, 'P-chain height.'],
      subnetID: [optional(id), 'The primary network when left out.'],
    }),
    result: unwrapped(map(nodeID, validatorWeight), 'validators', map(nodeID, oldWeight)),
  }),
  'platform.sampleValidators': method({
    endpoint,
    about: 'Some validators, drawn by their weight.',
    params: object({
      size: [uint16n, 'How many.'],
      subnetID: [optional(id), 'The primary network when left out.'],
    }),
    result: object({ validators: [list(nodeID), 'Sorted.'] }),
  }),
  'platform.validatedBy': method({
    endpoint,
    about: 'Who validates a chain.',
    params: object({ blockchainID: [id, 'The chain.'] }),
    result: object({ subnetID: [id, 'The subnet.'] }),
  }),
  'platform.validates': method({
    endpoint,
    about: 'The chains that a subnet validates.',
    params: subnet,
    result: object({ blockchainIDs: [list(id), 'The chains.'] }),
  }),
} as const;
