import { within } from '../errors/error.ts';
import type { JSONValue } from '../text/json.ts';
import { none } from './common.ts';
import { type Endpoint, method } from './method.ts';
import {
  asObject,
  list,
  map,
  nilList,
  nullable,
  object,
  optional,
  type Shape,
  type Value,
} from './shape.ts';
import {
  account,
  bool,
  float,
  hexOf,
  id,
  integer,
  json,
  nodeID,
  quantity,
  string,
  uint64,
  uint64n,
} from './words.ts';

const endpoint: Endpoint = { path: '/ext/bc/{at}/rpc', at: 'C' };
const validators: Endpoint = { path: '/ext/bc/{at}/validators' };

const tags = ['latest', 'earliest', 'pending', 'accepted', 'finalized', 'safe'];
const blockHash = hexOf(32);

/** A block of an EVM: its number, its hash, or a tag such as `latest`. */
const block: Shape<bigint | string> = {
  name: 'number | hash | tag',
  parse(value) {
    if (typeof value === 'string' && tags.includes(value)) return value;
    if (typeof value === 'string' && value.length === 66) return blockHash.parse(value);
    return quantity.parse(value);
  },
  format(value) {
    // Longer ones would look like a hash.
    if (typeof value === 'bigint') return quantity.format(uint64.parse(value));
    block.parse(value);
    return value;
  },
};

const rules: Shape<{ readonly [rule: string]: boolean | bigint }> = {
  name: 'map of string to bool',
  parse: (value) =>
    Object.fromEntries(
      Object.entries(asObject(value, 'rules')).map(([key, item]) =>
        // The rules of a node carry the chain's id among the flags.
        within([key], () => [key, key === 'ChainID' ? integer.parse(item) : bool.parse(item)]),
      ),
    ),
  format: (value) => value as { [rule: string]: boolean | bigint },
};

const evmFeeConfig = object(
  {
    gasLimit: [integer, 'Gas of a block.'],
    targetBlockRate: [uint64n, 'Seconds between blocks.'],
    minBaseFee: [integer, 'Wei a unit of gas.'],
    targetGas: [integer, 'Gas in ten seconds above which the fee goes up.'],
    baseFeeChangeDenominator: [integer, 'The larger, the slower the fee changes.'],
    minBlockGasCost: [integer, 'Gas.'],
    maxBlockGasCost: [integer, 'Gas.'],
    blockGasCostStep: [integer, 'Gas a second off the target.'],
  },
  { name: 'EVMFeeConfig' },
);
/** What an EVM's gas costs. */
export interface EVMFeeConfig extends Value<typeof evmFeeConfig> {}

const accounts = [optional(nullable(list(account))), 'Who has this role.', 'set'] as const;

const precompile = object(
  {
    adminAddresses: accounts,
    managerAddresses: accounts,
    enabledAddresses: accounts,
    blockTimestamp: [nullable(uint64n), 'Unix seconds from which it counts.'],
    disable: [optional(bool), 'Whether it is switched off from then on.', 'switched off'],
    quorumNumerator: [optional(uint64n), 'Percent of weight that must sign.', 'warp'],
    requirePrimaryNetworkSigners: [optional(bool), 'Who signs messages of the C-chain.', 'warp'],
    initialFeeConfig: [optional(evmFeeConfig), 'What gas costs then.', 'fee manager'],
    initialRewardConfig: [
      optional(
        object({
          allowFeeRecipients: [optional(bool), 'Whether block builders get fees.', 'they do'],
          rewardAddress: [optional(account), 'Who gets them instead.', 'set'],
        }),
      ),
      'Who gets fees then.',
      'reward manager',
    ],
    initialMint: [optional(map(account, quantity)), 'Wei that accounts get then.', 'native minter'],
  },
  { name: 'PrecompileConfig' },
);
const precompiles = [optional(precompile), 'Its first settings.', 'enabled at genesis'] as const;
const fork = [optional(nullable(integer)), 'Block from which it counts.', 'set'] as const;
const forkTime = [
  optional(nullable(uint64n)),
  'Unix seconds from which it counts.',
  'set',
] as const;

const evmChainConfig = object(
  {
    chainId: [nullable(integer), 'Of EIP-155.'],
    feeConfig: [optional(evmFeeConfig), 'What gas costs.', 'not the C-chain'],
    allowFeeRecipients: [optional(bool), 'Whether block builders get fees.', 'they do'],
    homesteadBlock: fork,
    eip150Block: fork,
    eip150Hash: [optional(hexOf(32)), 'Of that block.', 'set'],
    eip155Block: fork,
    eip158Block: fork,
    byzantiumBlock: fork,
    constantinopleBlock: fork,
    petersburgBlock: fork,
    istanbulBlock: fork,
    muirGlacierBlock: fork,
    berlinBlock: fork,
    londonBlock: fork,
    shanghaiTime: forkTime,
    cancunTime: forkTime,
    subnetEVMTimestamp: forkTime,
    durangoTimestamp: forkTime,
    etnaTimestamp: forkTime,
    fortunaTimestamp: forkTime,
    graniteTimestamp: forkTime,
    heliconTimestamp: forkTime,
    contractDeployerAllowListConfig: precompiles,
    contractNativeMinterConfig: precompiles,
    txAllowListConfig: precompiles,
    feeManagerConfig: precompiles,
    rewardManagerConfig: precompiles,
    gasPriceManagerConfig: precompiles,
    warpConfig: precompiles,
    upgrades: [
      optional(
        object({
          precompileUpgrades: [
            optional(nilList(map(string, precompile))),
            'Changes in their order; one precompile each.',
            'set',
          ],
          networkUpgradeOverrides: [
            optional(map(string, nullable(uint64n))),
            'Unix seconds of upgrades.',
            'set',
          ],
          stateUpgrades: [optional(json), 'Changes of accounts.', 'set'],
        }),
      ),
      'What was changed later.',
      'not the C-chain',
    ],
  },
  { name: 'EVMChainConfig' },
);
/** How an EVM chain was set up. */
export interface EVMChainConfig extends Value<typeof evmChainConfig> {}

const at = [optional(uint64n), 'Unix seconds; those of the last block when left out.'] as const;
const orNone = <T>(shape: Shape<{ readonly [key: string]: T }>): typeof shape => ({
  ...shape,
  parse: (value: JSONValue) => (value === null ? {} : shape.parse(value)),
});

/** EVM chains. Source: `graft/subnet-evm` (`internal/ethapi/api_extra.go`, `plugin/evm/service.go`). */
export const evm = {
  eth_baseFee: method({
    endpoint,
    about: 'The base fee of the next block.',
    params: none,
    positional: true,
    result: quantity,
  }),
  eth_feeConfig: method({
    endpoint,
    about: 'What gas costs at a block.',
    params: object({ block: [optional(block), 'The last one when left out.'] }),
    positional: true,
    result: object({
      feeConfig: [evmFeeConfig, 'What gas costs.'],
      lastChangedAt: [optional(integer), 'Block of the last change.', 'it was changed'],
    }),
  }),
  eth_getActivePrecompilesAt: method({
    endpoint,
    about: 'The settings of the precompiles that are active at a time.',
    params: object({ timestamp: at }),
    positional: true,
    result: orNone(map(string, precompile)),
    deprecated: { since: '', use: 'eth_getActiveRulesAt' },
  }),
  eth_getActiveRulesAt: method({
    endpoint,
    about: 'The rules that are active at a time.',
    params: object({ timestamp: at }),
    positional: true,
    result: object({
      ethRules: [rules, 'Forks of Ethereum; a node adds `ChainID`.'],
      avalancheRules: [map(string, bool), 'Upgrades of Avalanche.'],
      precompiles: [
        map(string, object({ timestamp: [uint64n, 'Unix seconds from which it counts.'] })),
        'By the key of its settings.',
      ],
    }),
  }),
  eth_getChainConfig: method({
    endpoint,
    about: 'How the chain was set up.',
    params: none,
    positional: true,
    result: evmChainConfig,
  }),
  'validators.getCurrentValidators': method({
    endpoint: validators,
    about: 'The validators of the chain, as the node sees them.',
    params: object({
      nodeIDs: [optional(list(nodeID)), 'Only these; all when left out or empty.'],
    }),
    result: object({
      validators: [
        list(
          object({
            validationID: [id, 'Of an L1; else the transaction that added it.'],
            nodeID: [nodeID, 'Its node.'],
            weight: [uint64n, 'In consensus.'],
            startTimestamp: [uint64n, 'Unix seconds.'],
            isActive: [bool, 'Whether it pays enough; always so on a subnet.'],
            isL1Validator: [bool, 'Whether it is one of an L1.'],
            isConnected: [bool, 'Whether the node is connected to it.'],
            uptimeSeconds: [uint64n, 'That the node saw it online.'],
            uptimePercentage: [float, 'Of the time, 0 to 100.'],
          }),
        ),
        'One for each.',
      ],
    }),
  }),
} as const;
