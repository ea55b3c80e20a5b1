/**
 * Subnets, validators and stake, as in a node's `platform` service. Source: avalanchego
 * `vms/platformvm/service.go`.
 */

import { primaryNetworkID } from '../../chain/base.ts';
import type { ChainName } from '../../chain/declared.ts';
import { Output, type OutputOwners } from '../../chain/pchain/index.ts';
import { type L1Validator, l1BalanceOf, type Staker } from '../../history/ledger.ts';
import type { ResultInput } from '../../rpc/methods.ts';
import type { staking } from '../../rpc/platformstaking.ts';
import { compareBytes, concatBytes, equalBytes } from '../../text/bytes.ts';
import { formatHex } from '../../text/hex.ts';
import { formatID, formatNodeID, parseID } from '../../text/id.ts';
import { encode } from '../../wire/codec.ts';
import { isDelegator, l1ValidatorsOf, lastBlock, txOf } from '../reads.ts';
import { currentSet, subnetOfChain, validatorsAt } from '../sets.ts';
import type { ValidatorSet, World } from '../world.ts';
import { addressOn, chainOf, idOfChain, parseServiceAddress, prefixed } from './chains.ts';
import { type Amounts, addAmount, amountsJSON, encodeBytes } from './encodings.ts';
import { quotedByGo, refuse } from './envelope.ts';
import { nodeIdentity } from './info.ts';
import type { HandlersOf } from './node.ts';
import { encodeUTXO } from './pages.ts';
import { emptyID, parseGoID } from './params.ts';

type Owner = {
  readonly locktime?: bigint;
  readonly threshold: number;
  readonly addresses: readonly Uint8Array[];
};

const ownerAnswer = (world: World, { locktime = 0n, threshold, addresses }: Owner) => ({
  locktime,
  threshold,
  addresses: addresses.map((bytes) => addressOn(world, 'P' satisfies ChainName, bytes)),
});

const stakerAnswer = ({ txID, startTime, endTime, weight, nodeID }: Staker) => ({
  txID,
  startTime,
  endTime,
  weight,
  nodeID: formatNodeID(nodeID),
});

/** A validator of an L1. */
function l1ValidatorAnswer(world: World, validator: L1Validator) {
  const { nodeID, weight, startTime, validationID, publicKey, minNonce } = validator;
  return {
    nodeID: formatNodeID(nodeID),
    weight,
    startTime,
    validationID: formatID(validationID),
    publicKey,
    remainingBalanceOwner: ownerAnswer(world, validator.remainingBalanceOwner),
    deactivationOwner: ownerAnswer(world, validator.deactivationOwner),
    minNonce,
    balance: l1BalanceOf(validator, world.P.ledger),
  };
}

/** Who receives the rewards of a validator, and the share that it keeps of its delegators' rewards. */
function termsOf({ tx }: Staker) {
  if (tx.type === 'platformvm.AddValidatorTx')
    return { validation: tx.rewardsOwner, delegation: tx.rewardsOwner, shares: tx.shares };
  if ('validationRewardsOwner' in tx)
    return {
      validation: tx.validationRewardsOwner,
      delegation: tx.delegationRewardsOwner,
      shares: 'delegationShares' in tx ? tx.delegationShares : tx.shares,
    };
  return undefined;
}

const percent = (parts: number): string => (parts / 10_000).toFixed(4);

interface Delegations {
  readonly delegators: readonly Staker[];
  /** Whether they are listed, and not only counted. */
  readonly isListed: boolean;
}

function validatorAnswer(
  world: World,
  staker: Staker,
  { delegators, isListed }: Delegations,
): ResultInput<'platform.getCurrentValidators'>['validators'][number] {
  const terms = termsOf(staker);
  if (!terms) return { ...stakerAnswer(staker), kind: 'permissioned' };
  const { tx, renewal, potentialReward, accruedDelegateeReward, subnetID } = staker;
  const isPrimary = formatID(subnetID) === emptyID;
  const signer = 'signer' in tx && 'publicKey' in tx.signer ? tx.signer : undefined;
  return {
    ...stakerAnswer(staker),
    kind: 'permissionless',
    validationRewardOwner: ownerAnswer(world, terms.validation),
    delegationRewardOwner: ownerAnswer(world, terms.delegation),
    potentialReward,
    accruedDelegateeReward,
    delegationFee: percent(terms.shares),
    ...(isPrimary && { uptime: '100.0000', connected: true }),
    ...(signer && {
      signer: { publicKey: signer.publicKey, proofOfPossession: signer.proofOfPossession },
    }),
    ...(renewal &&
      'validatorAuthority' in tx && {
        validatorAuthority: ownerAnswer(world, tx.validatorAuthority),
        nextPeriod: renewal.nextPeriod,
        autoCompoundRewardShares: renewal.autoCompoundRewardShares,
      }),
    delegatorCount: BigInt(delegators.length),
    delegatorWeight: delegators.reduce((sum, { weight }) => sum + weight, 0n),
    ...(isListed && {
      delegators: delegators.map((delegator) => delegatorAnswer(world, delegator)),
    }),
  };
}

function delegatorAnswer(world: World, staker: Staker) {
  const { tx, potentialReward } = staker;
  const owner =
    tx.type === 'platformvm.AddDelegatorTx'
      ? tx.rewardsOwner
      : tx.type === 'platformvm.AddPermissionlessDelegatorTx'
        ? tx.rewardsOwner
        : undefined;
  return {
    ...stakerAnswer(staker),
    ...(owner && { rewardOwner: ownerAnswer(world, owner) }),
    potentialReward,
  };
}

/** The validators of a subnet, or those that are named. */
function currentValidators(
  world: World,
  subnetID: string,
  nodeIDs: readonly string[],
): ResultInput<'platform.getCurrentValidators'> {
  const id = parseID(subnetID);
  const isWanted = (nodeID: Uint8Array) =>
    nodeIDs.length === 0 || nodeIDs.includes(formatNodeID(nodeID));
  const stakers = world.P.stakers.ending.filter(
    (staker) => equalBytes(staker.subnetID, id) && isWanted(staker.nodeID),
  );
  const byNode = new Map<string, Staker[]>();
  for (const staker of stakers.filter(isDelegator)) {
    const node = formatNodeID(staker.nodeID);
    byNode.set(node, [...(byNode.get(node) ?? []), staker]);
  }
  const isL1 = world.P.ledger.subnets.get(subnetID)?.conversion !== undefined;
  const isListed = new Set(nodeIDs).size === 1;
  const validators = stakers
    .filter((staker) => !isDelegator(staker))
    .map((staker) =>
      isL1
        ? { ...stakerAnswer(staker), kind: 'permissioned' as const }
        : validatorAnswer(world, staker, {
            delegators: byNode.get(formatNodeID(staker.nodeID)) ?? [],
            isListed,
          }),
    );
  // A node goes through its database, whose keys are the nodeIDs.
  const l1 = [...l1ValidatorsOf(world, id)]
    .filter(({ nodeID }) => isWanted(nodeID))
    .sort((a, b) => compareBytes(a.nodeID, b.nodeID))
    .map((validator) => ({ ...l1ValidatorAnswer(world, validator), kind: 'l1' as const }));
  return { validators: [...validators, ...l1] };
}

const isPrimary = (subnetID: string): boolean => subnetID === emptyID;
const addressesOf = (world: World, { addresses }: OutputOwners): readonly string[] =>
  addresses.map((bytes) => addressOn(world, 'P', bytes));

/** Whether a block of the P-chain contains a transaction. */
const hasTx = (world: World, txID: string): boolean =>
  /^(Accepted|Aborted)$/.test(txOf(world, txID, 'P')?.status ?? '');

/** The change of a subnet to an elastic one. */
function transformationOf({ P }: World, subnetID: string) {
  return (
    P.ledger.subnets.get(subnetID)?.transformation ??
    refuse(`failed fetching subnet transformation for ${subnetID}: not found`)
  );
}

/** Blockchains of a subnet, newest first. */
const chainsOf = ({ P }: World, subnetID: string) =>
  [...P.ledger.blockchains]
    .filter(([, chain]) => formatID(chain.subnetID) === subnetID)
    .toReversed();

const subnetIDsOf = ({ P }: World): readonly string[] => [...P.ledger.subnets.keys()].toReversed();

function blockchainsOf(world: World): ResultInput<'platform.getBlockchains'> {
  const blockchains = [...subnetIDsOf(world), emptyID].flatMap((subnetID) =>
    chainsOf(world, subnetID).map(([id, { chainName, vmID }]) => ({
      id,
      name: chainName,
      subnetID,
      vmID: formatID(vmID),
    })),
  );
  return { blockchains };
}

function blockchainStatus(world: World, blockchainID: string) {
  if (blockchainID === '') refuse("argument 'blockchainID' not given");
  const chain = chainOf(world, blockchainID);
  if (chain) {
    const isValidator = currentSet(world, primaryNetworkID).has(nodeIdentity(world).nodeID);
    // No transaction created the P-chain, so a node does not know that it validates it.
    return {
      status: chain !== 'P' && isValidator ? ('Validating' as const) : ('Syncing' as const),
    };
  }
  prefixed(`problem parsing blockchainID ${quotedByGo(blockchainID)}: `, () =>
    parseGoID(blockchainID),
  );
  const exists = world.P.ledger.blockchains.has(blockchainID);
  return { status: exists ? ('Created' as const) : ('Unknown' as const) };
}

function subnetAnswer(world: World, subnetID: string): ResultInput<'platform.getSubnet'> {
  if (isPrimary(subnetID)) refuse("the primary network isn't a subnet");
  const { owner, transformation, conversion } =
    world.P.ledger.subnets.get(subnetID) ??
    refuse(hasTx(world, subnetID) ? `${quotedByGo(subnetID)} is not a subnet` : 'not found');
  return {
    isPermissioned: !transformation && !conversion,
    controlKeys: addressesOf(world, owner),
    threshold: owner.threshold,
    locktime: owner.locktime,
    subnetTransformationTxID: transformation?.txID ?? emptyID,
    conversionID: conversion?.conversionID ?? emptyID,
    managerChainID: conversion?.chainID ?? emptyID,
    managerAddress: conversion?.address ?? null,
  };
}

function subnetsAnswer(world: World, ids: readonly string[]): ResultInput<'platform.getSubnets'> {
  const wanted = ids.length === 0 ? [...subnetIDsOf(world), emptyID] : [...new Set(ids)];
  const subnets = wanted.flatMap((id) => {
    const subnet = world.P.ledger.subnets.get(id);
    if (isPrimary(id) || subnet?.transformation) return [{ id, controlKeys: [], threshold: 0 }];
    if (!subnet) return [];
    const { threshold } = subnet.owner;
    return [{ id, controlKeys: addressesOf(world, subnet.owner), threshold }];
  });
  return { subnets };
}

interface StakeParams {
  readonly addresses: readonly string[];
  readonly validatorsOnly: boolean;
  readonly encoding: string;
}

const maxStakeAddresses = 256;

function stakeAnswer(world: World, params: StakeParams): ResultInput<'platform.getStake'> {
  const { addresses, validatorsOnly, encoding } = params;
  if (addresses.length > maxStakeAddresses)
    refuse(
      `${addresses.length} addresses provided but this method can take at most ${maxStakeAddresses}`,
    );
  const own = new Set(addresses.map((text) => formatHex(parseServiceAddress(world, 'P', text))));
  const { ending, starting } = world.P.stakers;
  const sums: Amounts = new Map();
  const outputs: { readonly asset: string; readonly bytes: Uint8Array }[] = [];
  for (const staker of [...ending, ...starting]) {
    if ((validatorsOnly && isDelegator(staker)) || !('stake' in staker.tx)) continue;
    for (const { assetID, output } of staker.tx.stake) {
      const inner = output.type === 'stakeable.LockOut' ? output.output : output;
      if (inner.type !== 'secp256k1fx.TransferOutput') continue;
      if (!inner.addresses.some((address) => own.has(formatHex(address)))) continue;
      const asset = formatID(assetID);
      addAmount(sums, asset, inner.amount);
      const bytes = concatBytes(new Uint8Array(2), assetID, encode(Output, output));
      outputs.push({ asset, bytes });
    }
  }
  return {
    staked: sums.get(formatID(world.network.avaxAssetID)) ?? 0n,
    stakeds: amountsJSON(sums),
    stakedOutputs: outputs.map(({ asset, bytes }) =>
      encodeBytes(bytes, encoding, `couldn't encode output ${asset} as ${encoding}: `),
    ),
    encoding: encoding as 'hex',
  };
}

/** The height that is meant, if it is reached. */
function heightOf(
  world: World,
  height: bigint | 'proposed',
  what: (height: bigint) => string,
): bigint {
  const { height: last } = lastBlock(world, 'P');
  if (height === 'proposed') return last;
  if (height <= last) return height;
  return refuse(
    `${what(height)}: current P-chain height (${last}) < requested P-Chain height (${height})`,
  );
}

function validatorsAtAnswer(
  world: World,
  { height, subnetID }: { readonly height: bigint | 'proposed'; readonly subnetID: string },
): ResultInput<'platform.getValidatorsAt'> {
  const past = heightOf(
    world,
    height,
    (staker) =>
      `failed to get validator set at ${staker}: failed to fetch validator set at unfinalized height with SubnetID = ${subnetID}`,
  );
  const set = validatorsAt(world, parseID(subnetID), past)!;
  return Object.fromEntries(
    [...set]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([nodeID, { publicKey = null, weight }]) => [nodeID, { publicKey, weight }]),
  );
}

/** Validators by their keys, in the order of warp messages. Source: avalanchego `snow/validators/warp.go`. */
function warpSet(set: ValidatorSet) {
  let totalWeight = 0n;
  const byKey = new Map<string, { publicKey: Uint8Array; weight: bigint; nodeIDs: string[] }>();
  for (const [nodeID, { publicKey, weight }] of set) {
    totalWeight += weight;
    if (!publicKey) continue;
    const key = formatHex(publicKey);
    const had = byKey.get(key) ?? { publicKey, weight: 0n, nodeIDs: [] };
    byKey.set(key, { ...had, weight: had.weight + weight, nodeIDs: [...had.nodeIDs, nodeID] });
  }
  // Uncompressed keys have no flags in their first bits.
  const plain = (bytes: Uint8Array) => Uint8Array.of(bytes[0]! & 0x1f, ...bytes.subarray(1));
  const validators = [...byKey.values()].sort((a, b) =>
    compareBytes(plain(a.publicKey), plain(b.publicKey)),
  );
  return { validators, totalWeight };
}

function allValidatorsAt(
  world: World,
  height: bigint | 'proposed',
): ResultInput<'platform.getAllValidatorsAt'> {
  const past = heightOf(
    world,
    height,
    (staker) =>
      `failed to get validator sets at ${staker}: failed to fetch validator set at unfinalized height`,
  );
  const sets = [emptyID, ...world.P.ledger.subnets.keys()].sort().flatMap((id) => {
    const set = validatorsAt(world, parseID(id), past);
    // The primary network is listed also when the last of its validators has ended.
    return set && (set.size > 0 || id === emptyID) ? [[id, warpSet(set)] as const] : [];
  });
  return { validatorSets: Object.fromEntries(sets) };
}

/** The first validators by weight: a test node does not draw. */
function sample(world: World, subnetID: string, size: number) {
  const set = [...currentSet(world, parseID(subnetID))];
  if (size === 0) return { validators: [] };
  if (set.length === 0) refuse(`sampling ${subnetID} errored with missing validators`);
  const total = set.reduce((sum, [, { weight }]) => sum + weight, 0n);
  if (BigInt(size) > total) refuse(`sampling ${subnetID} errored with insufficient weight`);
  const byWeight = set.sort(([a, { weight: v }], [b, { weight: w }]) =>
    v === w ? (a < b ? -1 : 1) : v > w ? -1 : 1,
  );
  const drawn = Array.from({ length: size }, (_, i) => byWeight[i % byWeight.length]![1].nodeID);
  return { validators: drawn.sort(compareBytes).map(formatNodeID) };
}

function validatesAnswer(world: World, subnetID: string) {
  if (!isPrimary(subnetID) && !world.P.ledger.subnets.has(subnetID)) {
    const words = hasTx(world, subnetID)
      ? `${quotedByGo(subnetID)} is not a subnet`
      : `problem retrieving subnet ${quotedByGo(subnetID)}: not found`;
    refuse(words);
  }
  return { blockchainIDs: chainsOf(world, subnetID).map(([id]) => id) };
}

function validatedBy(world: World, blockchainID: string) {
  if (blockchainID === idOfChain(world, 'P')) return { subnetID: primaryNetworkID };
  const subnetID =
    subnetOfChain(world, parseID(blockchainID)) ??
    refuse(
      hasTx(world, blockchainID)
        ? `${quotedByGo(blockchainID)} is not a blockchain`
        : `problem retrieving blockchain ${quotedByGo(blockchainID)}: not found`,
    );
  return { subnetID };
}

/** The answers. */
export const stakingHandlers: HandlersOf<keyof typeof staking> = {
  'platform.getAllValidatorsAt': ({ world }, { height }) => allValidatorsAt(world, height),
  'platform.getBlockchains': ({ world }) => blockchainsOf(world),
  'platform.getBlockchainStatus': ({ world }, { blockchainID }) =>
    blockchainStatus(world, blockchainID),
  'platform.getCurrentSupply': ({ world }, { subnetID }) => ({
    supply:
      world.P.ledger.supplies.get(subnetID) ?? refuse('fetching current supply failed: not found'),
    height: lastBlock(world, 'P').height,
  }),
  'platform.getCurrentValidators': ({ world }, { subnetID, nodeIDs }) =>
    currentValidators(world, subnetID, nodeIDs),
  'platform.getL1Validator': ({ world }, { validationID }) => {
    const found =
      world.P.ledger.l1Validators.get(validationID) ??
      refuse(`fetching L1 validator ${quotedByGo(validationID)} failed: not found`);
    const { height } = lastBlock(world, 'P');
    return { ...l1ValidatorAnswer(world, found), subnetID: found.subnetID, height };
  },
  'platform.getMinStake': ({ world }, { subnetID }) => {
    const { minValidatorStake, minDelegatorStake } = isPrimary(subnetID)
      ? world.network.staking
      : transformationOf(world, subnetID).tx;
    return { minValidatorStake, minDelegatorStake };
  },
  'platform.getRewardUTXOs': ({ world }, { txID, encoding }) => {
    const utxos = world.P.rewardUTXOs.get(txID) ?? [];
    return {
      numFetched: BigInt(utxos.length),
      utxos: utxos.map((utxo) =>
        encodeBytes(encodeUTXO('P', utxo), encoding, `couldn't encode utxo as ${encoding}: `),
      ),
      encoding,
    };
  },
  'platform.getStake': ({ world }, params) => stakeAnswer(world, params),
  'platform.getStakingAssetID': ({ world }, { subnetID }) => ({
    assetID: isPrimary(subnetID)
      ? world.network.avaxAssetID
      : transformationOf(world, subnetID).tx.assetID,
  }),
  'platform.getSubnet': ({ world }, { subnetID }) => subnetAnswer(world, subnetID),
  'platform.getSubnets': ({ world }, { ids }) => subnetsAnswer(world, ids),
  'platform.getTotalStake': ({ world }, { subnetID }) => {
    const set = currentSet(world, parseID(subnetID));
    const weight = [...set.values()].reduce((sum, validator) => sum + validator.weight, 0n);
    return { stake: weight, weight };
  },
  'platform.getValidatorsAt': ({ world }, params) => validatorsAtAnswer(world, params),
  'platform.sampleValidators': ({ world }, { size, subnetID }) => sample(world, subnetID, size),
  'platform.validatedBy': ({ world }, { blockchainID }) => validatedBy(world, blockchainID),
  'platform.validates': ({ world }, { subnetID }) => validatesAnswer(world, subnetID),
};
