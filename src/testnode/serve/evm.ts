/** EVM chains: their configuration and validators. Source: `graft/subnet-evm` (`internal/ethapi/api_extra.go`, `plugin/evm/service.go`). */
import { primaryNetworkID } from '../../chain/base.ts';
import { balanceOf, type L1Validator, type Staker } from '../../history/ledger.ts';
import { evm } from '../../rpc/evm.ts';
import type { ResultInput } from '../../rpc/methods.ts';
import { formatID, formatNodeID, parseID } from '../../text/id.ts';
import { baseFeeAt } from '../cfee.ts';
import { l1ValidatorsOf, lastBlock, validatorsOf } from '../reads.ts';
import { subnetOfChain } from '../sets.ts';
import type { World } from '../world.ts';
import { chainOf } from './chains.ts';
import {
  activePrecompiles,
  type EVMConfig,
  evmConfigOf,
  feeConfigOf,
  rulesOf,
} from './evmconfig.ts';
import type { HandlersOf } from './node.ts';
import { refuse } from './refuse.ts';

const configOf = (world: World, at: string): EVMConfig =>
  evmConfigOf(world, at) ?? refuse('the genesis of this chain is not the genesis of an EVM');

type EVMValidator = ResultInput<'validators.getCurrentValidators'>['validators'][number];

/** What is the same of all: the node sees every validator all the time. */
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

const l1Answer = (world: World, of: L1Validator): EVMValidator => ({
  validationID: formatID(of.validationID),
  nodeID: formatNodeID(of.nodeID),
  weight: of.weight,
  isActive: balanceOf(world.P.ledger, of) > 0n,
  isL1Validator: true,
  ...seen(world, of.startTime),
});

function validatorsAnswer(
  world: World,
  at: string,
  nodeIDs: readonly string[],
): ResultInput<'validators.getCurrentValidators'> {
  const subnetID = chainOf(world, at)
    ? primaryNetworkID
    : (subnetOfChain(world, parseID(at)) ?? primaryNetworkID);
  const all = [
    ...validatorsOf(world, subnetID).map(({ validator }) => stakerAnswer(world, validator)),
    ...l1ValidatorsOf(world, subnetID).map((of) => l1Answer(world, of)),
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
  eth_feeConfig: ({ world }, _, at) => feeConfigOf(configOf(world, at)),
  eth_getActivePrecompilesAt: ({ world }, { timestamp }, at) =>
    evm.eth_getActivePrecompilesAt.result.parse(
      Object.fromEntries(activePrecompiles(configOf(world, at), timestamp)),
    ),
  eth_getActiveRulesAt: ({ world }, { timestamp }, at) => rulesOf(configOf(world, at), timestamp),
  eth_getChainConfig: ({ world }, _, at) =>
    evm.eth_getChainConfig.result.parse(configOf(world, at).chain),
  'validators.getCurrentValidators': ({ world }, { nodeIDs }, at) =>
    validatorsAnswer(world, at, nodeIDs),
};
