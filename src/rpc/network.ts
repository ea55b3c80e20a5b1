import { isError, within } from '../errors/error.ts';
import { checkNetwork } from '../network/custom.ts';
import { hrpOf, networkNameOf, unknownNameOf } from '../network/identity.ts';
import {
  fuji,
  hasGenesisOf,
  local,
  mainnet,
  testnodeNetwork,
  unscheduled,
} from '../network/known.ts';
import type { Network, PFees } from '../network/network.ts';
import { quantity } from '../schema/number.ts';
import type { Instant } from '../schema/time.ts';
import { parseID } from '../text/id.ts';
import type { Ask, Send } from './ask.ts';
import type { CallOptions } from './service.ts';

const secondsOf = (time: Instant | undefined): bigint =>
  time ? time.unixNanos / 1_000_000_000n : unscheduled;

/**
 * Reads the parameters of a node's network. For mainnet and fuji they are checked against the library's own. For
 * other networks, values that no node reports (staking durations, reward rates and others) are those of a local
 * network.
 * @throws {AvalancheError} `WrongNetwork`: the node's parameters of mainnet or fuji differ from the library's.
 */
export async function networkOf(ask: Ask, send: Send, options: CallOptions): Promise<Network> {
  const [
    { networkID },
    { assetID },
    X,
    C,
    upgrades,
    xFees,
    pFees,
    validatorFees,
    stake,
    evmChainID,
  ] = await Promise.all([
    ask('info.getNetworkID', {}, options),
    ask('platform.getStakingAssetID', {}, options),
    ask('info.getBlockchainID', { alias: 'X' }, options),
    ask('info.getBlockchainID', { alias: 'C' }, options),
    ask('info.upgrades', {}, options),
    ask('avm.getTxFee', {}, options),
    ask('platform.getFeeConfig', {}, options),
    ask('platform.getValidatorFeeConfig', {}, options),
    ask('platform.getMinStake', {}, options),
    evmChainIDOf(send, options),
  ]);
  const known = [mainnet, fuji].find((network) => network.networkID === networkID);
  const { staking } = known ?? local;
  const chainID = evmChainID ?? known?.evmChainID;
  const chain = (alias: 'X' | 'C', blockchainID: string, vm: 'avm' | 'evm') =>
    ({ alias, blockchainID: parseID(blockchainID), vm }) as const;
  // What follows from the genesis.
  const genesis = {
    avaxAssetID: parseID(assetID),
    chains: {
      P: local.chains.P,
      X: chain('X', X.blockchainID, 'avm'),
      C: chain('C', C.blockchainID, 'evm'),
    },
  };
  // Anybody can start a network with the id of a local one.
  const isOther = [local, testnodeNetwork].some(
    (one) => one.networkID === networkID && !hasGenesisOf(genesis, one),
  );
  const said = within(['network'], () =>
    checkNetwork({
      name: isOther ? unknownNameOf(networkID) : networkNameOf(networkID),
      networkID,
      hrp: hrpOf(networkID),
      ...genesis,
      ...(chainID !== undefined && { evmChainID: chainID }),
      upgrades: {
        banff: secondsOf(upgrades.banffTime),
        cortina: secondsOf(upgrades.cortinaTime),
        durango: secondsOf(upgrades.durangoTime),
        etna: secondsOf(upgrades.etnaTime),
        fortuna: secondsOf(upgrades.fortunaTime),
        granite: secondsOf(upgrades.graniteTime),
        helicon: secondsOf(upgrades.heliconTime),
      },
      xFees: { txFee: xFees.txFee, createAssetTxFee: xFees.createAssetTxFee },
      pFees: {
        weights: pFees.weights as PFees['weights'],
        maxCapacity: pFees.maxCapacity,
        maxPerSecond: pFees.maxPerSecond,
        targetPerSecond: pFees.targetPerSecond,
        minPrice: pFees.minPrice,
        excessConversionConstant: pFees.excessConversionConstant,
      },
      validatorFees: {
        capacity: validatorFees.capacity,
        target: validatorFees.target,
        minPrice: validatorFees.minPrice,
        excessConversionConstant: validatorFees.excessConversionConstant,
      },
      staking: {
        ...staking,
        minValidatorStake: stake.minValidatorStake,
        minDelegatorStake: stake.minDelegatorStake,
      },
    }),
  );
  // Both were checked to be equal.
  return known ?? said;
}

/** Returns the EVM chain id of the C-chain; undefined if the node does not run it. */
async function evmChainIDOf(send: Send, options: CallOptions): Promise<bigint | undefined> {
  const call = { method: 'eth_chainId', params: [] };
  try {
    const id = await send('/ext/bc/C/rpc', call, { ...options, repeatable: true });
    return within([call.method], () => quantity.parse(id));
  } catch (e) {
    if (isError(e, 'HTTPStatus') || isError(e, 'NodeError')) return undefined;
    throw e;
  }
}
