import { none } from './common.ts';
import { type Endpoint, method } from './method.ts';
import { list, map, object, optional, type Value } from './shape.ts';
import {
  bool,
  decimal,
  hexOf,
  id,
  nanoseconds,
  nodeID,
  string,
  time,
  uint32,
  uint32Key,
  uint32n,
  uint64,
  uint64n,
} from './words.ts';

const endpoint: Endpoint = { path: '/ext/info' };

const peer = object(
  {
    ip: [string, 'Address and port of the connection.'],
    publicIP: [string, 'Address and port that it announces; may be empty.'],
    nodeID: [nodeID, 'Who it is.'],
    version: [string, 'Of its software.'],
    upgradeTime: [optional(uint64n), 'Unix seconds of the upgrade it is set for.', 'newer nodes'],
    lastSent: [time, 'Of the last message to it.'],
    lastReceived: [time, 'Of the last message from it.'],
    observedUptime: [uint32, 'Percent of time that it saw this node online.'],
    trackedSubnets: [list(id), 'Subnets that it follows.'],
    supportedACPs: [optional(list(uint32n)), 'Proposals that it is for.', 'newer nodes'],
    objectedACPs: [optional(list(uint32n)), 'Proposals that it is against.', 'newer nodes'],
    benched: [list(string), 'Aliases or ids of the chains on which it is not asked for now.'],
  },
  { name: 'Peer' },
);
/** A node that the asked one is connected to. */
export interface Peer extends Value<typeof peer> {}

const activation = [time, 'When it becomes active; year 9999 if not planned.'] as const;
const later = [optional(time), activation[1], 'newer nodes'] as const;

const upgrades = object(
  {
    apricotPhase1Time: activation,
    apricotPhase2Time: activation,
    apricotPhase3Time: activation,
    apricotPhase4Time: activation,
    apricotPhase4MinPChainHeight: [uint64n, 'P-chain height that phase 4 starts from.'],
    apricotPhase5Time: activation,
    apricotPhasePre6Time: activation,
    apricotPhase6Time: activation,
    apricotPhasePost6Time: activation,
    banffTime: activation,
    cortinaTime: activation,
    cortinaXChainStopVertexID: [id, 'Last vertex of the X-chain.'],
    durangoTime: activation,
    etnaTime: later,
    fortunaTime: later,
    graniteTime: later,
    graniteEpochDuration: [optional(nanoseconds), 'Of an epoch of the proposer VM.', 'newer nodes'],
    heliconTime: later,
  },
  { name: 'Upgrades' },
);
/** When the upgrades of a network become active. */
export interface Upgrades extends Value<typeof upgrades> {}

const fee = [uint64, 'nAVAX.'] as const;
const formerFee = [optional(uint64), 'nAVAX; no longer charged.', 'older nodes'] as const;

/** The node and its network. Source: avalanchego `api/info/service.go`. */
export const info = {
  'info.acps': method({
    endpoint,
    about: 'What stake is for and against proposed changes.',
    params: none,
    result: object({
      acps: [
        map(
          uint32Key,
          object({
            supportWeight: [uint64, 'nAVAX of stake for it.'],
            supporters: [list(nodeID), 'Validators for it.'],
            objectWeight: [uint64, 'nAVAX of stake against it.'],
            objectors: [list(nodeID), 'Validators against it.'],
            abstainWeight: [uint64, 'nAVAX of stake that says nothing.'],
          }),
        ),
        'By the number of the proposal.',
      ],
    }),
  }),
  'info.isBootstrapped': method({
    endpoint,
    about: 'Whether the node has caught up with a chain.',
    params: object({ chain: [string, 'Alias or id.'] }),
    result: object({ isBootstrapped: [bool, 'Whether it has.'] }),
  }),
  'info.getBlockchainID': method({
    endpoint,
    about: 'The id of a chain.',
    params: object({ alias: [string, '`X`, `P`, `C` or another alias.'] }),
    result: object({ blockchainID: [id, 'Id of the chain.'] }),
  }),
  'info.getNetworkID': method({
    endpoint,
    about: 'The id of the network.',
    params: none,
    result: object({ networkID: [uint32, '1 is mainnet, 5 fuji.'] }),
  }),
  'info.getNetworkName': method({
    endpoint,
    about: 'The name of the network.',
    params: none,
    result: object({ networkName: [string, '`mainnet`, `fuji`, `local`, `network-<id>`.'] }),
  }),
  'info.getNodeID': method({
    endpoint,
    about: 'The id and BLS key of the node.',
    params: none,
    result: object({
      nodeID: [nodeID, 'Id of the node.'],
      nodePOP: [
        object({
          publicKey: [hexOf(48), 'BLS, compressed.'],
          proofOfPossession: [hexOf(96), 'Signature of the key by itself.'],
        }),
        'What a validator is registered with.',
      ],
    }),
    nodeSpecific: true,
  }),
  'info.getNodeIP': method({
    endpoint,
    about: 'The address of the node.',
    params: none,
    result: object({ ip: [string, 'Address and port.'] }),
    nodeSpecific: true,
  }),
  'info.getNodeVersion': method({
    endpoint,
    about: 'The version of the node and its VMs.',
    params: none,
    result: object({
      version: [string, 'Of the node: `avalanchego/1.15.0`.'],
      databaseVersion: [string, 'Of its database.'],
      rpcProtocolVersion: [uint32, 'Between the node and its VMs.'],
      gitCommit: [string, 'Of its source; may be empty.'],
      vmVersions: [map(string, string), 'By the name of the VM.'],
    }),
  }),
  'info.getTxFee': method({
    endpoint,
    about: 'The fixed fees of the network.',
    params: none,
    result: object({
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
    about: 'The VMs that the node has.',
    params: none,
    result: object({
      vms: [map(id, list(string)), 'Aliases by the id of the VM.'],
      fxs: [optional(map(id, string)), 'Names by the id of the extension.', 'newer nodes'],
    }),
    nodeSpecific: true,
  }),
  'info.peers': method({
    endpoint,
    about: 'The nodes that it is connected to.',
    params: object({
      nodeIDs: [optional(list(nodeID)), 'Only these; all when left out or empty.'],
    }),
    result: object({
      numPeers: [uint64, 'Entries of `peers`.'],
      peers: [list(peer), 'Those that are connected.'],
    }),
  }),
  'info.uptime': method({
    endpoint,
    about: 'What the validators think of the uptime of the node, if it is one of them.',
    params: object({ subnetID: [optional(id), 'Only older nodes look at it.'] }),
    result: object({
      rewardingStakePercentage: [decimal, 'Percent of stake that finds the uptime sufficient.'],
      weightedAveragePercentage: [decimal, 'Mean uptime in percent, weighted by stake.'],
    }),
  }),
  'info.upgrades': method({
    endpoint,
    about: 'When the upgrades of the network become active.',
    params: none,
    result: upgrades,
  }),
} as const;
