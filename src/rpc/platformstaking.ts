import { list, map, nilList, unwrapped } from '../schema/collection.ts';
import {
  addressText,
  bool,
  encoded,
  hex,
  hexOf,
  idText,
  nodeIDText,
  string,
  words,
} from '../schema/leaf.ts';
import { uint16n, uint32, uint64, uint64n } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import {
  deprecated,
  leaf,
  nullable,
  optional,
  type Schema,
  type SchemaInput,
  since,
  type Value,
} from '../schema/schema.ts';
import { atMost, checkCount, encodingAnswered, fetched, hexParam, none } from './common.ts';
import { method } from './method.ts';
import { l1ValidatorResult, validatorRecord } from './validatorrecords.ts';

const endpoint = { path: '/ext/bc/P' } as const;

const subnet = object({ subnetID: [optional(idText), 'The primary network if omitted.'] });
const blockchainStatus = words({
  Validating: 'This node validates it.',
  Created: 'It exists, and this node does not validate it.',
  Preferred: 'It is proposed and likely to be created; the transaction is not yet accepted.',
  Syncing: 'This node follows it without validating it.',
  Unknown: 'It was never proposed, or its proposal is not preferred and may be issued again.',
});
/**
 * Status of a blockchain at a node. `Validating`: the node validates it. `Created`: it exists, the node does not validate it.
 * `Preferred`: proposed, not yet accepted. `Syncing`: the node follows it. `Unknown`: never proposed, or not preferred.
 */
export type BlockchainStatus = Value<typeof blockchainStatus>;
/** A P-chain height, or `proposed`: the height that a proposer would use now. */
const heightOrProposed: Schema<bigint | 'proposed'> = leaf(
  'uint64 | proposed',
  (json) => (json === 'proposed' ? json : uint64n.parse(json)),
  (value) => (value === 'proposed' ? value : uint64n.format(value)),
);

/** The empty id: no conversion. */
const emptyID = '11111111111111111111111111111111LpoYY';

/** The address of a manager; some documentation writes `""` for none. */
const managerAddress: Schema<Uint8Array | null, SchemaInput<typeof hex> | null> = {
  ...nullable(hex),
  parse: (json) => (json === null || json === '' ? null : hex.parse(json)),
};

const subnetResult = reply(
  {
    isPermissioned: [bool, 'Whether its owner chooses the validators; false for an L1.'],
    controlKeys: [
      list(addressText),
      'Its owner. For an L1, documentation says none with threshold 0; nodes still give the owner from before its conversion.',
    ],
    threshold: [uint32, 'Number of signatures of `controlKeys` that are needed.'],
    locktime: [uint64, 'Unix seconds before which nothing can be changed.'],
    subnetTransformationTxID: [
      idText,
      'The transaction that made it elastic; the empty ID if there is none.',
    ],
    conversionID: [
      since(idText, () => emptyID),
      'ID of its conversion to an L1; the empty ID if there is none.',
    ],
    managerChainID: [since(idText, () => emptyID), 'Chain of the manager of the L1.'],
    managerAddress: [
      since(managerAddress, () => null),
      'Manager of the L1; `null` if there is none.',
    ],
  },
  { name: 'SubnetOwner' },
);
/** Who controls a subnet: its control keys, or the contract that manages an L1. */
export interface SubnetOwner extends Value<typeof subnetResult> {}

const validatorWeight = reply({
  publicKey: [
    optional(nullable(hexOf(48))),
    'Compressed BLS public key; `null` if it has none.',
    'newer nodes',
  ],
  weight: [uint64, 'Weight in consensus.'],
});
const oldWeight: typeof validatorWeight = {
  ...validatorWeight,
  parse: (json) => ({ weight: uint64.parse(json) }),
};

/** Methods for subnets, validators and stake. Source: avalanchego `vms/platformvm/service.go`. */
export const staking = {
  'platform.getAllValidatorsAt': method({
    endpoint,
    about: 'The validators of every subnet at a height, as warp messages are verified with.',
    params: object({ height: [heightOrProposed, 'P-chain height.'] }),
    result: reply({
      validatorSets: [
        map(
          idText,
          reply({
            validators: [
              nilList(
                reply({
                  publicKey: [hexOf(48), 'Compressed BLS public key.'],
                  weight: [uint64, 'Total weight of its nodes.'],
                  nodeIDs: [list(nodeIDText), 'Nodes with the key.'],
                }),
              ),
              'Those with a key, in the order of the keys.',
            ],
            totalWeight: [uint64, 'Total weight, including validators without a key.'],
          }),
        ),
        'By subnet.',
      ],
    }),
  }),
  'platform.getBlockchains': method({
    endpoint,
    about: 'All blockchains except the P-chain.',
    params: none,
    result: reply({
      blockchains: [
        list(
          reply({
            id: [idText, 'ID of the chain.'],
            name: [string, 'Name of the chain; not unique.'],
            subnetID: [idText, 'Subnet that validates it.'],
            vmID: [idText, 'ID of its VM.'],
          }),
        ),
        'One for each chain.',
      ],
    }),
    deprecated: { since: 'v1.9.12' },
  }),
  'platform.getBlockchainStatus': method({
    endpoint,
    about: 'The status of a blockchain at the node.',
    params: object({ blockchainID: [string, 'ID or alias of the chain.'] }),
    result: reply({ status: [blockchainStatus, 'Status of the chain.'] }),
  }),
  'platform.getCurrentSupply': method({
    endpoint,
    about: 'An upper bound of the existing supply of the staking asset.',
    params: subnet,
    result: reply({
      supply: [uint64, 'nAVAX; burned amounts are not deducted.'],
      height: [optional(uint64), 'P-chain height of this state.', 'newer nodes'],
    }),
  }),
  'platform.getCurrentValidators': method({
    endpoint,
    about: 'The validators of a subnet.',
    params: object({
      subnetID: [optional(idText), 'The primary network if omitted.'],
      nodeIDs: [
        optional(list(nodeIDText)),
        'Only these; all if omitted or empty. Unknown ones are left out.',
      ],
    }),
    result: reply({
      validators: [list(validatorRecord), 'One for each validator, in no particular order.'],
    }),
  }),
  'platform.getL1Validator': method({
    endpoint,
    about: 'A validator of an L1.',
    params: object({ validationID: [idText, 'ID of the validation.'] }),
    result: l1ValidatorResult,
  }),
  'platform.getMinStake': method({
    endpoint,
    about: 'The minimum stake of a validator and of a delegator.',
    params: subnet,
    result: reply({
      minValidatorStake: [uint64, 'nAVAX.'],
      minDelegatorStake: [uint64, 'nAVAX.'],
    }),
  }),
  'platform.getRewardUTXOs': method({
    endpoint,
    about: 'The reward UTXOs of a staking transaction.',
    params: object({
      txID: [idText, 'The transaction that added the validator or delegator.'],
      encoding: hexParam,
    }),
    result: reply(
      {
        numFetched: [fetched, 'Number of `utxos`.'],
        utxos: [list(encoded), 'The rewards.'],
        encoding: [encodingAnswered, 'Encoding of `utxos`.'],
      },
      { check: (value) => checkCount(value) },
    ),
    deprecated: { since: 'v1.9.12' },
    holds: { chain: 'P', kind: 'utxo', in: 'utxos' },
  }),
  'platform.getStake': method({
    endpoint,
    about: 'The stake of addresses on the primary network.',
    params: object(
      {
        addresses: [list(addressText), 'At most 256 addresses.'],
        validatorsOnly: [optional(bool), 'Leaves out delegations.'],
        encoding: hexParam,
      },
      { check: ({ addresses }) => atMost(addresses, 256) },
    ),
    result: reply({
      staked: [optional(uint64), 'nAVAX.', 'most nodes'],
      stakeds: [optional(map(idText, uint64)), 'Amount by asset, without rewards.', 'newer nodes'],
      stakedOutputs: [list(encoded), 'The outputs that are returned when staking ends.'],
      encoding: [encodingAnswered, 'Encoding of `stakedOutputs`.'],
    }),
    deprecated: { since: 'v1.9.12' },
    holds: { chain: 'P', kind: 'output', in: 'stakedOutputs' },
  }),
  'platform.getStakingAssetID': method({
    endpoint,
    about: 'The asset that is staked on a subnet.',
    params: subnet,
    result: reply({ assetID: [idText, 'ID of the asset.'] }),
  }),
  'platform.getSubnet': method({
    endpoint,
    about: 'The owner of a subnet, and the manager of an L1.',
    params: object({ subnetID: [idText, 'ID of the subnet; not that of the primary network.'] }),
    result: subnetResult,
  }),
  'platform.getSubnets': method({
    endpoint,
    about: 'The owners of subnets.',
    params: object({ ids: [optional(list(idText)), 'Only these; all if omitted or empty.'] }),
    result: reply({
      subnets: [
        nilList(
          reply({
            id: [idText, 'ID of the subnet.'],
            controlKeys: [list(addressText), 'Its owner; empty for the primary network.'],
            threshold: [uint32, 'Number of signatures of `controlKeys` that are needed.'],
          }),
        ),
        'One for each subnet.',
      ],
    }),
    deprecated: { since: 'v1.9.12', use: 'platform.getSubnet' },
  }),
  'platform.getTotalStake': method({
    endpoint,
    about: 'The total weight of the validators and delegators of a subnet.',
    params: subnet,
    result: reply({
      stake: [
        deprecated(optional(uint64), 'Use `weight`.'),
        'The same as `weight`.',
        'newer nodes',
      ],
      weight: [since(uint64, ({ stake }) => stake), 'Weight; on the primary network nAVAX.'],
    }),
  }),
  'platform.getValidatorsAt': method({
    endpoint,
    about: 'The validators of a subnet at a height.',
    params: object({
      height: [heightOrProposed, 'P-chain height.'],
      subnetID: [optional(idText), 'The primary network if omitted.'],
    }),
    result: unwrapped(map(nodeIDText, validatorWeight), 'validators', map(nodeIDText, oldWeight)),
  }),
  'platform.sampleValidators': method({
    endpoint,
    about: 'A random sample of validators, by weight.',
    params: object({
      size: [uint16n, 'Number of validators.'],
      subnetID: [optional(idText), 'The primary network if omitted.'],
    }),
    result: reply({ validators: [list(nodeIDText), 'Sorted.'] }),
  }),
  'platform.validatedBy': method({
    endpoint,
    about: 'The subnet that validates a chain.',
    params: object({ blockchainID: [idText, 'ID of the chain.'] }),
    result: reply({ subnetID: [idText, 'ID of the subnet.'] }),
  }),
  'platform.validates': method({
    endpoint,
    about: 'The chains that a subnet validates.',
    params: subnet,
    result: reply({ blockchainIDs: [list(idText), 'IDs of the chains.'] }),
  }),
} as const;
