/**
 * The configuration and validators of EVM chains: of the C-chain from the network, of a subnet's chain from its
 * genesis.
 * Source: `graft/subnet-evm` (`internal/ethapi/api_extra.go`, `plugin/evm/service.go`).
 */

import { primaryNetworkID } from '../../chain/base.ts';
import { isError } from '../../errors/error.ts';
import { type L1Validator, l1BalanceOf, type Staker } from '../../history/ledger.ts';
import { unscheduled } from '../../network/known.ts';
import { evm } from '../../rpc/evm.ts';
import type { ResultInput } from '../../rpc/methods.ts';
import type { JSONObject } from '../../schema/schema.ts';
import { formatID, formatNodeID, parseID } from '../../text/id.ts';
import { isJSONObject, type JSONValue, parseJSON } from '../../text/json.ts';
import { decodeUTF8 } from '../../text/utf8.ts';
import { baseFeeAt, cGasLimit } from '../cchain.ts';
import { l1ValidatorsOf, lastBlock, txOf, validatorsOf } from '../reads.ts';
import { subnetOfChain } from '../sets.ts';
import type { World } from '../world.ts';
import { chainOf } from './chains.ts';
import { refuse } from './envelope.ts';
import { activationOf } from './info.ts';
import type { HandlersOf } from './node.ts';

/** The configuration of a chain, by the keys of `eth_getChainConfig`. */
export interface EVMConfig {
  readonly chain: JSONObject;
  /** Unix seconds of its last block. */
  readonly time: bigint;
  /** Names of the precompiles with the time from which each is active. */
  readonly precompiles: readonly (readonly [name: string, config: JSONObject])[];
}

/** Upgrades of Avalanche by the key of their time. */
const avalancheUpgrades = [
  ['IsDurango', 'durangoTimestamp'],
  ['IsEtna', 'etnaTimestamp'],
  ['IsFortuna', 'fortunaTimestamp'],
  ['IsGranite', 'graniteTimestamp'],
  ['IsHelicon', 'heliconTimestamp'],
] as const;

/** Forks of Ethereum that are active from the first block of every EVM chain of Avalanche. */
const blockForks = [
  'homesteadBlock',
  'eip150Block',
  'eip155Block',
  'eip158Block',
  'byzantiumBlock',
  'constantinopleBlock',
  'petersburgBlock',
  'istanbulBlock',
  'muirGlacierBlock',
  'berlinBlock',
  'londonBlock',
] as const;

/** The C-chain prices gas by ACP-176: the target is per ten seconds here, as in older configurations. */
const cFeeConfig: JSONObject = {
  gasLimit: cGasLimit,
  targetBlockRate: 2n,
  minBaseFee: 1n,
  targetGas: 10_000_000n,
  baseFeeChangeDenominator: 36n,
  minBlockGasCost: 0n,
  maxBlockGasCost: 1_000_000n,
  blockGasCostStep: 0n,
};

/** Times of the upgrades of the network, by their keys. */
function upgradesOf({ network: { upgrades } }: World) {
  return {
    durangoTimestamp: activationOf(upgrades.durango),
    etnaTimestamp: activationOf(upgrades.etna),
    fortunaTimestamp: activationOf(upgrades.fortuna),
    graniteTimestamp: activationOf(upgrades.granite),
    heliconTimestamp: activationOf(upgrades.helicon),
  };
}

function cConfig(world: World): EVMConfig {
  const { evmChainID = 0n } = world.network;
  const upgrades = upgradesOf(world);
  const chain = {
    chainId: evmChainID,
    ...Object.fromEntries(blockForks.map((fork) => [fork, 0n])),
    shanghaiTime: upgrades.durangoTimestamp,
    cancunTime: upgrades.etnaTimestamp,
    ...upgrades,
  };
  const warp = { blockTimestamp: upgrades.durangoTimestamp, quorumNumerator: 0n };
  const { time } = lastBlock(world, 'C');
  return { chain, time, precompiles: [['warpConfig', warp]] };
}

/** How gas is priced if the genesis does not say it. Source: `graft/subnet-evm` `params/extras/config.go`. */
const usualFeeConfig: JSONObject = {
  gasLimit: 8_000_000n,
  targetBlockRate: 2n,
  minBaseFee: 25_000_000_000n,
  targetGas: 15_000_000n,
  baseFeeChangeDenominator: 36n,
  minBlockGasCost: 0n,
  maxBlockGasCost: 1_000_000n,
  blockGasCostStep: 200_000n,
};

/** Fields of a configuration that a node reads from its genesis. */
const configured = new Set(
  evm.eth_getChainConfig.result
    .fields!.map(({ key }) => key)
    // Ethereum's code no longer has the first; a node reads the second from a file of its own.
    .filter((key) => key !== 'eip150Hash' && key !== 'upgrades'),
);

/**
 * The configuration in a genesis with what a node adds: forks, and upgrades of the network, for which 0 means their usual time.
 * Source: `graft/subnet-evm` (`params/config_extra.go`, `params/extras/network_upgrades.go`).
 */
function withDefaults(world: World, given: JSONObject): JSONObject {
  const { fortunaTimestamp: _, ...upgrades } = upgradesOf(world);
  // A node writes no `false` here.
  const known = Object.entries(given).filter(
    ([key, value]) => configured.has(key) && value !== false,
  );
  const own = Object.fromEntries(known) as JSONObject;
  const activation = (key: keyof typeof upgrades) => {
    const time = given[key];
    return typeof time === 'bigint' && time > 0n ? time : upgrades[key];
  };
  const times = Object.keys(upgrades).map((key) => [key, activation(key as keyof typeof upgrades)]);
  const { feeConfig = usualFeeConfig } = own;
  const fork = (key: string, time: bigint) => time < unscheduled && { [key]: time };
  return {
    ...Object.fromEntries(blockForks.map((key) => [key, 0n])),
    ...own,
    feeConfig,
    subnetEVMTimestamp: own.subnetEVMTimestamp ?? 0n,
    ...Object.fromEntries(times),
    ...fork('shanghaiTime', activation('durangoTimestamp')),
    ...fork('cancunTime', activation('etnaTimestamp')),
    upgrades: {},
  };
}

/** The configuration in the genesis of a chain of a subnet. */
function subnetConfig(world: World, blockchainID: string): EVMConfig | undefined {
  const found = txOf(world, blockchainID, 'P');
  if (found?.status !== 'Accepted' || found.tx.unsignedTx.type !== 'platformvm.CreateChainTx')
    return undefined;
  let genesis: JSONValue;
  try {
    genesis = parseJSON(decodeUTF8(found.tx.unsignedTx.genesisData));
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
  if (!isJSONObject(genesis) || !isJSONObject(genesis.config)) return undefined;
  const chain = withDefaults(world, genesis.config);
  const precompiles = Object.entries(chain).flatMap(([name, config]) =>
    isJSONObject(config) && 'blockTimestamp' in config ? [[name, config] as const] : [],
  );
  return { chain, time: world.P.ledger.time, precompiles };
}

/** The configuration of the EVM chain with an alias or id; undefined if there is none. */
export const evmConfigOf = (world: World, name: string): EVMConfig | undefined =>
  chainOf(world, name) === 'C' ? cConfig(world) : subnetConfig(world, name);

const isBefore = (since: JSONValue | undefined, time: bigint): boolean =>
  typeof since === 'bigint' && since <= time;

/** The precompiles that are active at a time. */
const activePrecompiles = (
  { precompiles, time }: EVMConfig,
  timestamp = time,
): readonly (readonly [name: string, config: JSONObject])[] =>
  precompiles.filter(
    ([, { blockTimestamp, disable }]) => disable !== true && isBefore(blockTimestamp, timestamp),
  );

function feeConfigOf({ chain }: EVMConfig): ResultInput<'eth_feeConfig'> {
  const feeConfig = isJSONObject(chain.feeConfig) ? chain.feeConfig : cFeeConfig;
  return evm.eth_feeConfig.result.parse({ feeConfig, lastChangedAt: 0n });
}

/** The rules that are active at a time. */
function rulesOf(config: EVMConfig, timestamp = config.time): ResultInput<'eth_getActiveRulesAt'> {
  const { chain } = config;
  const { chainId, shanghaiTime, cancunTime } = chain;
  const isSubnet = 'subnetEVMTimestamp' in chain;
  const flags = (names: readonly string[], value: boolean) => names.map((name) => [name, value]);
  const early = ['Homestead', 'EIP150', 'EIP155', 'EIP158', 'Byzantium', 'Constantinople'];
  const later = ['Petersburg', 'Istanbul', 'Berlin', 'London', 'Merge'];
  const isFrom = (time: JSONValue | undefined, upgrade: (typeof avalancheUpgrades)[number][1]) =>
    isBefore(time ?? chain[upgrade], timestamp);
  return {
    ethRules: {
      ChainID: typeof chainId === 'bigint' ? chainId : 0n,
      ...Object.fromEntries(
        flags(
          [...early, ...later].map((name) => `Is${name}`),
          true,
        ),
      ),
      IsShanghai: isFrom(shanghaiTime, 'durangoTimestamp'),
      IsCancun: isFrom(cancunTime, 'etnaTimestamp'),
      IsPrague: false,
      IsVerkle: false,
    },
    avalancheRules: {
      ...(isSubnet && { IsSubnetEVM: true }),
      ...Object.fromEntries(
        avalancheUpgrades.map(([name, key]) => [name, isBefore(chain[key], timestamp)]),
      ),
    },
    precompiles: Object.fromEntries(
      activePrecompiles(config, timestamp).map(([name, { blockTimestamp }]) => [
        name,
        { timestamp: blockTimestamp as bigint },
      ]),
    ),
  };
}

const configOf = (world: World, name: string): EVMConfig =>
  evmConfigOf(world, name) ?? refuse('the genesis of this chain is not the genesis of an EVM');

type EVMValidator = ResultInput<'validators.getCurrentValidators'>['validators'][number];

/** Fields that are the same for all validators: the node sees every validator online all the time. */
const seen = (world: World, startTime: bigint) => ({
  startTimestamp: startTime,
  isConnected: true,
  uptimeSeconds: world.clock > startTime ? world.clock - startTime : 0n,
  uptimePercentage: 100,
});

const stakerAnswer = (world: World, { txID, nodeID, weight, startTime }: Staker): EVMValidator => ({
  validationID: formatID(txID),
  nodeID: formatNodeID(nodeID),
  weight,
  isActive: true,
  isL1Validator: false,
  ...seen(world, startTime),
});

const l1Answer = (world: World, validator: L1Validator): EVMValidator => ({
  validationID: formatID(validator.validationID),
  nodeID: formatNodeID(validator.nodeID),
  weight: validator.weight,
  isActive: l1BalanceOf(validator, world.P.ledger) > 0n,
  isL1Validator: true,
  ...seen(world, validator.startTime),
});

function validatorsAnswer(
  world: World,
  name: string,
  nodeIDs: readonly string[],
): ResultInput<'validators.getCurrentValidators'> {
  const subnetID = chainOf(world, name)
    ? primaryNetworkID
    : (subnetOfChain(world, parseID(name)) ?? primaryNetworkID);
  const all = [
    ...validatorsOf(world, subnetID).map((validator) => stakerAnswer(world, validator)),
    ...l1ValidatorsOf(world, subnetID).map((validator) => l1Answer(world, validator)),
  ];
  const wanted = (id: unknown) => nodeIDs.length === 0 || nodeIDs.includes(id as string);
  return { validators: all.filter(({ nodeID }) => wanted(nodeID)) };
}

/** The answers. */
export const evmHandlers: HandlersOf<keyof typeof evm> = {
  eth_baseFee: ({ world }) => {
    const { time } = lastBlock(world, 'C');
    return baseFeeAt(world, world.clock > time ? world.clock : time);
  },
  eth_feeConfig: ({ world }, _, name) => feeConfigOf(configOf(world, name)),
  eth_getActivePrecompilesAt: ({ world }, { timestamp }, name) =>
    evm.eth_getActivePrecompilesAt.result.parse(
      Object.fromEntries(activePrecompiles(configOf(world, name), timestamp)),
    ),
  eth_getActiveRulesAt: ({ world }, { timestamp }, name) =>
    rulesOf(configOf(world, name), timestamp),
  eth_getChainConfig: ({ world }, _, name) =>
    evm.eth_getChainConfig.result.parse(configOf(world, name).chain),
  'validators.getCurrentValidators': ({ world }, { nodeIDs }, name) =>
    validatorsAnswer(world, name, nodeIDs),
};
