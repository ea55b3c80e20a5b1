/** Creates a world from the initial state of its chains. */
import { primaryNetworkID } from '../chain/base.ts';
import type { ChainName } from '../chain/declared.ts';
import { idOf, inputIDOf } from '../chain/ids.ts';
import { Block as PBlock } from '../chain/pchain/block.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import { Block as XBlock } from '../chain/xchain/block.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import type { Blockchain, PLedger, Subnet } from '../history/ledger.ts';
import { createPLedger } from '../history/pchain.ts';
import type { Network } from '../network/network.ts';
import { fxNames } from '../rules/xchain/shared.ts';
import { formatID } from '../text/id.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { encode } from '../wire/codec.ts';
import { addFirst } from './blocks.ts';
import type { FirstState } from './genesis.ts';
import { firstCBlock, firstStateRoot } from './header.ts';
import { type Journal, newJournal, recordedMap } from './journal.ts';
import { currentSet } from './sets.ts';
import { newStakerIndex } from './stakers.ts';
import { newUTXOSet } from './utxos.ts';
import type { AnySet, CAccount, CState, PState, World, XState } from './world.ts';

/** The initial state of a world. */
export interface Start {
  readonly network: Network;
  readonly first: FirstState;
  /** Unix seconds of the node's clock. */
  readonly clock: bigint;
}

/** The last vertex of the X-chain. Source: avalanchego `upgrade/upgrade.go` `CortinaXChainStopVertexID` of local networks. */
const stopVertexID = /* @__PURE__ */ new Uint8Array(32);

/** The values of a ledger that are not stores. */
type Scalars = Omit<PLedger, 'network' | (typeof stores)[number]>;
const stores = [
  'utxos',
  'current',
  'pending',
  'l1Validators',
  'subnets',
  'blockchains',
  'supplies',
] as const;

/** A world without UTXOs, stakers, blocks and accounts. */
export function emptyWorld(network: Network, genesis: Uint8Array, scalars: Scalars): World {
  const journal = newJournal();
  return {
    network,
    genesis,
    clock: 0n,
    P: emptyP(journal, network, scalars),
    X: emptyX(journal, network),
    C: emptyC(journal),
    memory: newMemory(journal),
    txs: new Map(),
    tampering: {
      hold: false,
      secondsPerBlock: 0n,
      traps: new Map(),
      nextTrap: 1,
      delayed: new Map(),
      rewards: new Map(),
    },
    blsKeys: new Map(),
    journal,
  };
}

/**
 * Makes a world.
 * @throws {AvalancheError} As `createPLedger`.
 */
export function newWorld({ network, first, clock }: Start): World {
  const { current, pending, l1Validators, subnets, blockchains, supplies, utxos, ...scalars } =
    createPLedger(first.bytes, network);
  const world = emptyWorld(network, first.bytes, scalars);
  world.clock = clock;
  const { P, X, C } = world;
  for (const { message: _, ...utxo } of first.genesis.UTXOs)
    P.ledger.utxos.set(formatID(inputIDOf(utxo)), utxo);
  for (const [key, staker] of current) P.ledger.current.set(key, staker);
  for (const [key, chain] of blockchains) P.ledger.blockchains.set(key, chain);
  // A genesis without chains leaves their ids to the network.
  if (first.genesis.Chains.length === 0)
    for (const [id, chain] of chainsOf(network)) P.ledger.blockchains.set(id, chain);
  for (const [key, supply] of supplies) P.ledger.supplies.set(key, supply);
  P.sets.set(formatID(primaryNetworkID), currentSet(world, primaryNetworkID));
  for (const utxo of first.xUTXOs) X.ledger.utxos.set(formatID(inputIDOf(utxo)), utxo);
  for (const asset of first.assets) X.assets.set(formatID(asset.assetID), asset);
  for (const [address, account] of first.accounts) C.accounts.set(address, account);
  C.stateRoot = firstStateRoot(C.accounts);
  addFirstBlocks(world);
  return world;
}

const newChain = () => ({
  blocks: [],
  heights: new Map(),
  blockIndex: { list: [], places: new Map() },
  wrapper: undefined,
  pool: new Map(),
  dropped: [],
});

function emptyP(journal: Journal, network: Network, scalars: Scalars): PState {
  const { index, changedCurrent, changedPending, changedL1 } = newStakerIndex();
  return {
    ...newChain(),
    chain: 'P',
    ledger: {
      ...scalars,
      network,
      utxos: newUTXOSet<PUTXO>(journal),
      current: recordedMap(journal, changedCurrent),
      pending: recordedMap(journal, changedPending),
      l1Validators: recordedMap(journal, changedL1),
      subnets: recordedMap<Subnet>(journal),
      blockchains: recordedMap<Blockchain>(journal),
      supplies: recordedMap<bigint>(journal),
    },
    stakers: index,
    rewardUTXOs: new Map(),
    sets: new Map(),
    pastSets: [],
  };
}

/** The X- and C-chain of a network. */
const chainsOf = ({ chains }: Network): readonly (readonly [string, Blockchain])[] =>
  [
    { id: chains.X.blockchainID, vm: 'avm', chainName: 'X-Chain', fxIDs: [0, 1, 2].map(fxID) },
    { id: chains.C.blockchainID, vm: 'evm', chainName: 'C-Chain', fxIDs: [] },
  ].map(({ id, vm, chainName, fxIDs }) => [
    formatID(id),
    { subnetID: primaryNetworkID, chainName, vmID: padded(vm), fxIDs },
  ]);

/** ASCII in an id. */
function padded(text: string): Uint8Array {
  const id = new Uint8Array(32);
  id.set(encodeUTF8(text));
  return id;
}

const fxID = (index: number): Uint8Array => padded(fxNames[index]!);

const emptyX = (journal: Journal, network: Network): XState => ({
  ...newChain(),
  chain: 'X',
  ledger: {
    chain: 'X',
    network,
    blockID: undefined,
    height: 0n,
    time: 0n,
    utxos: newUTXOSet<XUTXO>(journal),
  },
  assets: new Map(),
  txIndex: { list: [], places: new Map() },
});

const emptyC = (journal: Journal): CState => ({
  ...newChain(),
  chain: 'C',
  accounts: recordedMap<CAccount>(journal),
  fee: { capacity: 0n, excess: 0n },
  stateRoot: new Uint8Array(32),
});

function newMemory(journal: Journal): World['memory'] {
  const names: readonly ChainName[] = ['P', 'X', 'C'];
  const each = <V>(make: (name: ChainName) => V) =>
    Object.fromEntries(names.map((name) => [name, make(name)])) as Record<ChainName, V>;
  return each(() => each((): AnySet => newUTXOSet(journal)));
}

function addFirstBlocks(world: World): void {
  const { P, X, network, genesis } = world;
  const acceptedAt = world.clock;
  const block = { acceptedAt, txIDs: [], height: 0n };
  const parentID = idOf(genesis);
  const p = encode(PBlock, { type: 'platformvm.ApricotCommitBlock', parentID, height: 0n });
  addFirst(world, 'P', { ...block, id: P.ledger.blockID, parentID, bytes: p, time: P.ledger.time });
  // The X-chain is linear from the start, also before Cortina, which made it so and gives its first block the time.
  const { banff, cortina } = network.upgrades;
  const time = cortina > world.clock ? banff : cortina;
  const x = encode(XBlock, {
    type: 'avm.StandardBlock',
    parentID: stopVertexID,
    height: 0n,
    time,
    merkleRoot: new Uint8Array(32),
    txs: [],
  });
  X.ledger.blockID = idOf(x);
  X.ledger.time = time;
  addFirst(world, 'X', { ...block, id: X.ledger.blockID, parentID: stopVertexID, bytes: x, time });
  const c = firstCBlock(world);
  addFirst(world, 'C', { ...block, ...c });
}
