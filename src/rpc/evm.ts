import { within } from '../errors/error.ts';
import { list, map, nilList } from '../schema/collection.ts';
import {
  accountText,
  bool,
  checked,
  hexOf,
  idText,
  json,
  nodeIDText,
  string,
} from '../schema/leaf.ts';
import { float, integer, quantity, uint64, uint64n } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { asObject, leaf, nullable, optional, type Schema, type Value } from '../schema/schema.ts';
import { parseHex } from '../text/hex.ts';
import { none } from './common.ts';
import { method } from './method.ts';

const endpoint = { path: '/ext/bc/{at}/rpc', at: 'C' } as const;
const validators = { path: '/ext/bc/{at}/validators' } as const;

const tags = ['latest', 'earliest', 'pending', 'accepted', 'finalized', 'safe'];
const blockHash = checked('block hash', parseHex);

/** An EVM block: its number, its hash, or a tag such as `latest`. */
const block: Schema<bigint | string> = leaf(
  'number | hash | tag',
  (value) => {
    if (typeof value === 'string' && tags.includes(value)) return value;
    if (typeof value === 'string' && value.length === 66) return blockHash.parse(value);
    return quantity.parse(value);
  },
  (value) => {
    // Longer numbers would look like a hash.
    if (typeof value === 'bigint') return quantity.format(uint64.parse(value));
    block.parse(value);
    return value;
  },
);

const rules: Schema<{ readonly [rule: string]: boolean | bigint }> = leaf(
  'map of string to bool',
  (value) =>
    Object.fromEntries(
      Object.entries(asObject(value, 'rules')).map(([key, item]) =>
        // A node lists the chain id among the boolean flags.
        within([key], () => [key, key === 'ChainID' ? integer.parse(item) : bool.parse(item)]),
      ),
    ),
  (value) => value as { [rule: string]: boolean | bigint },
);

const evmFeeConfig = reply(
  {
    gasLimit: [integer, 'Gas limit of a block.'],
    targetBlockRate: [uint64n, 'Seconds between blocks.'],
    minBaseFee: [integer, 'Wei per unit of gas.'],
    targetGas: [integer, 'Gas in ten seconds above which the fee rises.'],
    baseFeeChangeDenominator: [integer, 'The larger, the slower the fee changes.'],
    minBlockGasCost: [integer, 'Gas.'],
    maxBlockGasCost: [integer, 'Gas.'],
    blockGasCostStep: [integer, 'Gas per second of deviation from the target.'],
  },
  { name: 'EVMFeeConfig' },
);
/** Gas price configuration of an EVM chain. */
export interface EVMFeeConfig extends Value<typeof evmFeeConfig> {}

const accounts = [
  optional(nullable(list(accountText))),
  'Accounts with this role.',
  'set',
] as const;

const precompile = reply(
  {
    adminAddresses: accounts,
    managerAddresses: accounts,
    enabledAddresses: accounts,
    blockTimestamp: [nullable(uint64n), 'Unix seconds from which it is active.'],
    disable: [optional(bool), 'Whether it is disabled from then on.', 'disabled'],
    quorumNumerator: [optional(uint64n), 'Percent of weight that must sign.', 'warp'],
    requirePrimaryNetworkSigners: [
      optional(bool),
      'Whether validators of the primary network sign messages of the C-chain.',
      'warp',
    ],
    initialFeeConfig: [optional(evmFeeConfig), 'Price of gas from then on.', 'fee manager'],
    initialRewardConfig: [
      optional(
        reply({
          allowFeeRecipients: [optional(bool), 'Whether block builders receive fees.', 'they do'],
          rewardAddress: [optional(accountText), 'Receives them instead.', 'set'],
        }),
      ),
      'Who receives fees from then on.',
      'reward manager',
    ],
    initialMint: [
      optional(map(accountText, quantity)),
      'Wei that accounts receive then.',
      'native minter',
    ],
  },
  { name: 'PrecompileConfig' },
);
const precompiles = [
  optional(precompile),
  'Its initial configuration.',
  'enabled at genesis',
] as const;
const fork = [optional(nullable(integer)), 'Block from which it is active.', 'set'] as const;
const forkTime = [
  optional(nullable(uint64n)),
  'Unix seconds from which it is active.',
  'set',
] as const;

const evmChainConfig = reply(
  {
    chainId: [nullable(integer), 'Chain ID of EIP-155.'],
    feeConfig: [optional(evmFeeConfig), 'How gas is priced.', 'not the C-chain'],
    allowFeeRecipients: [optional(bool), 'Whether block builders receive fees.', 'they do'],
    homesteadBlock: fork,
    eip150Block: fork,
    eip150Hash: [optional(hexOf(32)), 'Hash of that block.', 'set'],
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
        reply({
          precompileUpgrades: [
            optional(nilList(map(string, precompile))),
            'Changes in their order; one precompile in each.',
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
      'Changes after genesis.',
      'not the C-chain',
    ],
  },
  { name: 'EVMChainConfig' },
);
/** The configuration of an EVM chain. */
export interface EVMChainConfig extends Value<typeof evmChainConfig> {}

const timestamp = [optional(uint64n), 'Unix seconds; those of the last block if omitted.'] as const;
const orNone = <T, In>(schema: Schema<{ readonly [key: string]: T }, In>): typeof schema => ({
  ...schema,
  parse: (value) => (value === null ? {} : schema.parse(value)),
});

/** Methods of EVM chains. Source: `graft/subnet-evm` (`internal/ethapi/api_extra.go`, `plugin/evm/service.go`). */
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
    about: 'How gas is priced at a block.',
    params: object({
      block: [optional(block), 'Number, hash or tag of the block; the last one if omitted.'],
    }),
    positional: true,
    result: reply({
      feeConfig: [evmFeeConfig, 'How gas is priced.'],
      lastChangedAt: [optional(integer), 'Block of the last change.', 'it was changed'],
    }),
  }),
  eth_getActivePrecompilesAt: method({
    endpoint,
    about: 'The configuration of the precompiles that are active at a time.',
    params: object({ timestamp }),
    positional: true,
    result: orNone(map(string, precompile)),
    deprecated: { since: '', use: 'eth_getActiveRulesAt' },
  }),
  eth_getActiveRulesAt: method({
    endpoint,
    about: 'The rules that are active at a time.',
    params: object({ timestamp }),
    positional: true,
    result: reply({
      ethRules: [rules, 'Forks of Ethereum; a node adds `ChainID`.'],
      avalancheRules: [map(string, bool), 'Upgrades of Avalanche.'],
      precompiles: [
        map(string, reply({ timestamp: [uint64n, 'Unix seconds from which it is active.'] })),
        'By the key of its configuration.',
      ],
    }),
  }),
  eth_getChainConfig: method({
    endpoint,
    about: 'The configuration of the chain.',
    params: none,
    positional: true,
    result: evmChainConfig,
  }),
  'validators.getCurrentValidators': method({
    endpoint: validators,
    about: 'The validators of the chain, as the node sees them.',
    params: object({
      nodeIDs: [optional(list(nodeIDText)), 'Only these; all if omitted or empty.'],
    }),
    result: reply({
      validators: [
        list(
          reply({
            validationID: [
              idText,
              'ID of the validation on an L1; otherwise the transaction that added it.',
            ],
            nodeID: [nodeIDText, 'ID of its node.'],
            weight: [uint64n, 'Weight in consensus.'],
            startTimestamp: [uint64n, 'Unix seconds.'],
            isActive: [
              bool,
              'Whether its balance covers the continuous fee; always true on a subnet.',
            ],
            isL1Validator: [bool, 'Whether it validates an L1.'],
            isConnected: [bool, 'Whether the node is connected to it.'],
            uptimeSeconds: [uint64n, 'Seconds that the node saw it online.'],
            uptimePercentage: [float, 'Percent of time that the node saw it online.'],
          }),
        ),
        'One for each validator.',
      ],
    }),
  }),
} as const;
