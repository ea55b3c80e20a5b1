/** The node and its network. Source: avalanchego `api/info/service.go`. */

import { primaryNetworkID } from '../../chain/base.ts';
import { Genesis } from '../../chain/pchain/genesis.ts';
import { fuji, mainnet, unscheduled } from '../../network/known.ts';
import type { Network } from '../../network/network.ts';
import type { info } from '../../rpc/info.ts';
import type { ResultInput } from '../../rpc/methods.ts';
import { formatNodeID } from '../../text/id.ts';
import { unix } from '../../text/time.ts';
import { decode } from '../../wire/codec.ts';
import { localGenesis } from '../genesis.ts';
import { currentSet } from '../sets.ts';
import type { World } from '../world.ts';
import { chainOf, idOfChain, lookUpChain } from './chains.ts';
import { instantOf } from './encodings.ts';
import { refuse } from './envelope.ts';
import { type HandlersOf, networkName, nodeVersion } from './node.ts';
import { emptyID } from './params.ts';

/** Who the node is. */
export interface NodeIdentity {
  /** `NodeID-…` */
  readonly nodeID: string;
  readonly nodePOP: { readonly publicKey: Uint8Array; readonly proofOfPossession: Uint8Array };
}

const identities = new WeakMap<World, NodeIdentity>();

/**
 * The identity of the node: that of the first validator of avalanchego's local network; with a genesis without that one, of the validator
 * with a BLS key that ends last.
 */
export function nodeIdentity(world: World): NodeIdentity {
  const found = identities.get(world) ?? readIdentity(world);
  identities.set(world, found);
  return found;
}

function readIdentity({ genesis }: World): NodeIdentity {
  const [first] = identitiesIn(localGenesis());
  const here = identitiesIn(genesis);
  const { nodeID, publicKey, proofOfPossession } =
    here.find((node) => node.nodeID === first!.nodeID) ??
    here.reduce((a, b) => (b.end >= a.end ? b : a), here[0] ?? first!);
  return { nodeID, nodePOP: { publicKey, proofOfPossession } };
}

const identitiesIn = (genesis: Uint8Array) =>
  decode(Genesis, genesis).Validators.flatMap(({ unsignedTx }) => {
    if (unsignedTx.type !== 'platformvm.AddPermissionlessValidatorTx') return [];
    const { validator, signer } = unsignedTx;
    if (signer.type !== 'signer.ProofOfPossession') return [];
    const { nodeID, end } = validator;
    return [{ ...signer, nodeID: formatNodeID(nodeID), end }];
  });

/** Proposals that a node of this version can support. Source: avalanchego `utils/constants/acps.go`. */
const currentACPs = [194, 224, 236, 247, 267, 273, 283, 285];

function acpsOf(world: World): ResultInput<'info.acps'> {
  const set = currentSet(world, primaryNetworkID);
  const abstainWeight = [...set.values()].reduce((sum, { weight }) => sum + weight, 0n);
  const nobody = { supportWeight: 0n, supporters: [], objectWeight: 0n, objectors: [] };
  return {
    acps: Object.fromEntries(currentACPs.map((acp) => [acp, { ...nobody, abstainWeight }])),
  };
}

/** Upgrades before Banff, which the rules do not need. Source: avalanchego `upgrade/upgrade.go`. */
interface Apricot {
  readonly phases: readonly string[];
  readonly phase4MinPChainHeight: bigint;
  readonly stopVertexID: string;
}

const apricots: { readonly [networkID: number]: Apricot } = {
  [mainnet.networkID]: {
    phases: [
      '2021-03-31T14:00:00Z',
      '2021-05-10T11:00:00Z',
      '2021-08-24T14:00:00Z',
      '2021-09-22T21:00:00Z',
      '2021-12-02T18:00:00Z',
      '2022-09-05T01:30:00Z',
      '2022-09-06T20:00:00Z',
      '2022-09-07T03:00:00Z',
    ],
    phase4MinPChainHeight: 793_005n,
    stopVertexID: 'jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga',
  },
  [fuji.networkID]: {
    phases: [
      '2021-03-26T14:00:00Z',
      '2021-05-05T14:00:00Z',
      '2021-08-16T19:00:00Z',
      '2021-09-16T21:00:00Z',
      '2021-11-24T15:00:00Z',
      '2022-09-06T20:00:00Z',
      '2022-09-06T20:00:00Z',
      '2022-09-07T06:00:00Z',
    ],
    phase4MinPChainHeight: 47_437n,
    stopVertexID: '2D1cmbiG36BqQMRyHt4kFhWarmatA1ighSpND3FeFgz3vFVtCZ',
  },
};
const initiallyActive = '2020-12-05T05:00:00Z';
const otherApricot: Apricot = {
  phases: Array.from({ length: 8 }, () => initiallyActive),
  phase4MinPChainHeight: 0n,
  stopVertexID: emptyID,
};

/** When an upgrade is active as a node has it: not before Avalanche was, nor after the year 9999. */
export function activationOf(time: bigint): bigint {
  const first = unix(initiallyActive);
  return time < first ? first : time > unscheduled ? unscheduled : time;
}

const upgradeTime = (time: bigint) => instantOf(activationOf(time));

function upgradesOf({ networkID, upgrades }: Network): ResultInput<'info.upgrades'> {
  const { phases, phase4MinPChainHeight, stopVertexID } = apricots[networkID] ?? otherApricot;
  const phase = (i: number) => instantOf(unix(phases[i]!));
  return {
    apricotPhase1Time: phase(0),
    apricotPhase2Time: phase(1),
    apricotPhase3Time: phase(2),
    apricotPhase4Time: phase(3),
    apricotPhase4MinPChainHeight: phase4MinPChainHeight,
    apricotPhase5Time: phase(4),
    apricotPhasePre6Time: phase(5),
    apricotPhase6Time: phase(6),
    apricotPhasePost6Time: phase(7),
    banffTime: upgradeTime(upgrades.banff),
    cortinaTime: upgradeTime(upgrades.cortina),
    cortinaXChainStopVertexID: stopVertexID,
    durangoTime: upgradeTime(upgrades.durango),
    etnaTime: upgradeTime(upgrades.etna),
    fortunaTime: upgradeTime(upgrades.fortuna),
    graniteTime: upgradeTime(upgrades.granite),
    graniteEpochDuration: apricots[networkID] ? 300_000_000_000n : 30_000_000_000n,
    heliconTime: upgradeTime(upgrades.helicon),
  };
}

/** nAVAX that a node of each network still names, though nothing costs it. */
const formerFees = (networkID: number) => {
  const [create, transform] =
    networkID === mainnet.networkID
      ? [1_000_000_000n, 10_000_000_000n]
      : networkID === fuji.networkID
        ? [100_000_000n, 1_000_000_000n]
        : [100_000_000n, 100_000_000n];
  return {
    createSubnetTxFee: create,
    transformSubnetTxFee: transform,
    createBlockchainTxFee: create,
    addPrimaryNetworkValidatorFee: 0n,
    addPrimaryNetworkDelegatorFee: 0n,
    addSubnetValidatorFee: 1_000_000n,
    addSubnetDelegatorFee: 1_000_000n,
  };
};

/** The answers. */
export const infoHandlers: HandlersOf<keyof typeof info> = {
  'info.acps': ({ world }) => acpsOf(world),
  'info.isBootstrapped': ({ world }, { chain }) => {
    if (chain === '') refuse("argument 'chain' not given");
    if (!chainOf(world, chain)) refuse(`there is no chain with alias/ID '${chain}'`);
    return { isBootstrapped: true };
  },
  'info.getBlockchainID': ({ world }, { alias }) => ({
    blockchainID: idOfChain(world, lookUpChain(world, alias)),
  }),
  'info.getNetworkID': ({ world: { network } }) => ({ networkID: network.networkID }),
  'info.getNetworkName': ({ world }) => ({ networkName: networkName(world) }),
  'info.getNodeID': ({ world }) => nodeIdentity(world),
  'info.getNodeIP': () => ({ ip: '127.0.0.1:9651' }),
  'info.getNodeVersion': () => ({
    version: nodeVersion,
    databaseVersion: 'v1.4.5',
    rpcProtocolVersion: 46,
    gitCommit: '',
    vmVersions: { avm: nodeVersion, evm: nodeVersion, platform: nodeVersion },
  }),
  'info.getTxFee': ({ world: { network } }) => ({
    txFee: network.xFees.txFee,
    createAssetTxFee: network.xFees.createAssetTxFee,
    ...formerFees(network.networkID),
  }),
  'info.getVMs': () => ({
    vms: {
      jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq: ['avm'],
      mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6: ['evm'],
      rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT: ['platform'],
    },
    fxs: {
      qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT: 'nftfx',
      rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy: 'propertyfx',
      spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ: 'secp256k1fx',
    },
  }),
  'info.peers': () => ({ numPeers: 0n, peers: [] }),
  'info.uptime': () => ({
    rewardingStakePercentage: '100.0000',
    weightedAveragePercentage: '100.0000',
  }),
  'info.upgrades': ({ world: { network } }) => upgradesOf(network),
};
