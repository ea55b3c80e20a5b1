import { list, map } from '../schema/collection.ts';
import { bool, hexOf, idText, nodeIDText, string } from '../schema/leaf.ts';
import {
  decimal,
  nanoseconds,
  percent,
  uint32,
  uint32Key,
  uint32n,
  uint64,
  uint64n,
} from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { deprecated, optional, since, type Value } from '../schema/schema.ts';
import { time } from '../schema/time.ts';
import { none } from './common.ts';
import { method } from './method.ts';

const endpoint = { path: '/ext/info' } as const;

const peer = reply(
  {
    ip: [string, 'Address and port of the connection.'],
    publicIP: [since(string, () => ''), 'Address and port that the peer announces; may be empty.'],
    nodeID: [nodeIDText, 'ID of the peer.'],
    version: [string, 'Version of its software.'],
    upgradeTime: [
      optional(uint64n),
      'Unix seconds of the upgrade that it is configured for.',
      'newer nodes',
    ],
    lastSent: [time, 'Time of the last message to it.'],
    lastReceived: [time, 'Time of the last message from it.'],
    observedUptime: [percent, 'Percent of time that the peer saw this node online.'],
    trackedSubnets: [since(list(idText), () => []), 'Subnets that it tracks.'],
    supportedACPs: [optional(list(uint32n)), 'Proposals that it supports.', 'newer nodes'],
    objectedACPs: [optional(list(uint32n)), 'Proposals that it objects to.', 'newer nodes'],
    benched: [
      since(list(string), () => []),
      'Aliases or IDs of the chains on which it is benched.',
    ],
  },
  { name: 'Peer' },
);
/** A node that the queried node is connected to. */
export interface Peer extends Value<typeof peer> {}

const activation = [time, 'When it is activated; year 9999 if it is not scheduled.'] as const;
const later = [optional(time), activation[1], 'newer nodes'] as const;

const upgrades = reply(
  {
    apricotPhase1Time: activation,
    apricotPhase2Time: activation,
    apricotPhase3Time: activation,
    apricotPhase4Time: activation,
    apricotPhase4MinPChainHeight: [uint64n, 'P-chain height from which phase 4 counts.'],
    apricotPhase5Time: activation,
    apricotPhasePre6Time: activation,
    apricotPhase6Time: activation,
    apricotPhasePost6Time: activation,
    banffTime: activation,
    cortinaTime: activation,
    cortinaXChainStopVertexID: [idText, 'Last vertex of the X-chain.'],
    durangoTime: activation,
    etnaTime: later,
    fortunaTime: later,
    graniteTime: later,
    graniteEpochDuration: [
      optional(nanoseconds),
      'Duration of an epoch of the proposer VM, in nanoseconds.',
      'newer nodes',
    ],
    heliconTime: later,
  },
  { name: 'Upgrades' },
);
/** The activation times of a network's upgrades. */
export interface UpgradesReply extends Value<typeof upgrades> {}

const fee = [uint64, 'nAVAX.'] as const;
const formerFee = [
  deprecated(optional(uint64), 'No longer charged.'),
  'nAVAX; no longer charged.',
  'older nodes',
] as const;

/** The node and its network. Source: avalanchego `api/info/service.go`. */
export const info = {
  'info.acps': method({
    endpoint,
    about: 'How much stake supports or objects to proposals (ACPs).',
    params: none,
    result: reply({
      acps: [
        map(
          uint32Key,
          reply({
            supportWeight: [uint64, 'nAVAX of stake that supports it.'],
            supporters: [list(nodeIDText), 'Validators that support it.'],
            objectWeight: [uint64, 'nAVAX of stake that objects to it.'],
            objectors: [list(nodeIDText), 'Validators that object to it.'],
            abstainWeight: [uint64, 'nAVAX of stake that abstains.'],
          }),
        ),
        'By the number of the proposal.',
      ],
    }),
  }),
  'info.isBootstrapped': method({
    endpoint,
    about: 'Whether the node has finished bootstrapping a chain.',
    params: object({ chain: [string, 'Alias or ID of the chain.'] }),
    result: reply({ isBootstrapped: [bool, 'Whether it has.'] }),
  }),
  'info.getBlockchainID': method({
    endpoint,
    about: 'The ID of a chain by its alias.',
    params: object({ alias: [string, '`X`, `P`, `C` or another alias.'] }),
    result: reply({ blockchainID: [idText, 'ID of the chain.'] }),
  }),
  'info.getNetworkID': method({
    endpoint,
    about: 'The ID of the network.',
    params: none,
    result: reply({ networkID: [uint32, '1 is mainnet, 5 is fuji.'] }),
  }),
  'info.getNetworkName': method({
    endpoint,
    about: 'The name of the network.',
    params: none,
    result: reply({
      networkName: [string, '`mainnet`, `fuji`, `local`, `testnode` or `network-<id>`.'],
    }),
  }),
  'info.getNodeID': method({
    endpoint,
    about: 'The ID and BLS key of the node.',
    params: none,
    result: reply({
      nodeID: [nodeIDText, 'ID of the node.'],
      nodePOP: [
        reply({
          publicKey: [hexOf(48), 'Compressed BLS public key.'],
          proofOfPossession: [hexOf(96), 'Signature of the public key by its own secret key.'],
        }),
        'What a validator is registered with.',
      ],
    }),
    nodeSpecific: true,
  }),
  'info.getNodeIP': method({
    endpoint,
    about: 'The IP address of the node.',
    params: none,
    result: reply({ ip: [string, 'Address and port.'] }),
    nodeSpecific: true,
  }),
  'info.getNodeVersion': method({
    endpoint,
    about: 'The versions of the node and its VMs.',
    params: none,
    result: reply({
      version: [string, 'Version of the node, such as `avalanchego/1.15.0`.'],
      databaseVersion: [string, 'Version of its database.'],
      rpcProtocolVersion: [
        optional(uint32),
        'Version of the protocol between the node and its VMs.',
        'newer nodes',
      ],
      gitCommit: [since(string, () => ''), 'Commit of its source; may be empty.'],
      vmVersions: [since(map(string, string), () => ({})), 'Versions by the name of the VM.'],
    }),
  }),
  'info.getTxFee': method({
    endpoint,
    about: 'The fixed fees of the network.',
    params: none,
    result: reply({
      txFee: fee,
      createAssetTxFee: fee,
      createSubnetTxFee: formerFee,
      transformSubnetTxFee: formerFee,
      createBlockchainTxFee: formerFee,
      addPrimaryNetworkValidatorFee: formerFee,
      addPrimaryNetworkDelegatorFee: formerFee,
      addSubnetValidatorFee: formerFee,
      addSubnetDelegatorFee: formerFee,
    }),
    deprecated: { since: 'v1.12.2', use: 'avm.getTxFee, platform.getFeeState' },
  }),
  'info.getVMs': method({
    endpoint,
    about: 'The VMs that the node has installed.',
    params: none,
    result: reply({
      vms: [map(idText, list(string)), 'Aliases by the ID of the VM.'],
      fxs: [
        optional(map(idText, string)),
        'Names by the ID of the feature extension.',
        'newer nodes',
      ],
    }),
    nodeSpecific: true,
  }),
  'info.peers': method({
    endpoint,
    about: 'The nodes that the node is connected to.',
    params: object({
      nodeIDs: [
        optional(list(nodeIDText)),
        'Only these; all if omitted or empty. Those that are not connected are left out.',
      ],
    }),
    result: reply({
      numPeers: [uint64, 'Number of `peers`.'],
      peers: [list(peer), 'Nodes that are connected.'],
    }),
  }),
  'info.uptime': method({
    endpoint,
    about: 'What the validators say about the uptime of the node, if it is one of them.',
    params: object({ subnetID: [optional(idText), 'Used by older nodes only.'] }),
    result: reply({
      rewardingStakePercentage: [
        decimal,
        'Percent of stake that considers the uptime high enough for a reward.',
      ],
      weightedAveragePercentage: [decimal, 'Average uptime in percent, weighted by stake.'],
    }),
  }),
  'info.upgrades': method({
    endpoint,
    about: 'The activation times of the network’s upgrades.',
    params: none,
    result: upgrades,
  }),
} as const;
