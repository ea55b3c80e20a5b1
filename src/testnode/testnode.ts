/** A test node: a world with its control functions. */
import type { ChainName } from '../chain/declared.ts';
import { badArgument, checkShape, toBytes, toText } from '../errors/arguments.ts';
import { checkNetwork } from '../network/custom.ts';
import { testnodeNetwork, unscheduled } from '../network/known.ts';
import { type Network, type Upgrades, upgradeNames } from '../network/network.ts';
import type { Transport } from '../rpc/transport.ts';
import type { Address, Owner } from '../state/owner.ts';
import { uint64 } from '../text/uint64.ts';
import { endStake, hold, mine, release, setReward, setTime } from './clock.ts';
import { dumpWorld, loadWorld } from './dump.ts';
import { type Funding, fund, fundAll, reserveAddress } from './fund.ts';
import { defaultStart, firstStateLike, firstStateOf, sinceGenesis } from './genesis.ts';
import { issue, type Submission } from './issue.ts';
import { addBLSKey, signWarp, type WarpSigning } from './keys.ts';
import { markWorld, revertWorld } from './records.ts';
import { transportTo } from './serve/serve.ts';
import { newWorld } from './start.ts';
import { type States, stateOf } from './state.ts';
import { impersonate, removeTrap, setFeeRate, setTrap } from './tamper.ts';
import {
  type AddedL1,
  type AddedValidator,
  addL1,
  addSubnet,
  addSubnetValidator,
  addValidator,
  type NewL1,
  type NewSubnetValidator,
  type NewValidator,
} from './validators.ts';
import type { CAccount, TxFilter, World } from './world.ts';

/** How a test node starts. */
export interface TestnodeOptions {
  /** `testnodeNetwork` if omitted. */
  readonly network?: Network;
  /**
   * Other dates than those of the network: the last upgrade that is active from the start, such as `'granite'`, or Unix seconds of
   * some. Those of mainnet and fuji cannot be changed.
   */
  readonly upgrades?: keyof Upgrades | Partial<Upgrades>;
  /** The bytes of a genesis of the P-chain; like avalanchego's local network, with a reserve, if omitted. */
  readonly genesis?: Uint8Array;
  /** Unix seconds of the clock; 2026-10-01 if omitted, or the time of the genesis. */
  readonly time?: bigint;
  /**
   * Seconds by which the clock moves after each block of a transaction, 1 if omitted. With 0 the P-chain has gas for some 200
   * transactions until the clock is moved.
   */
  readonly secondsPerBlock?: bigint;
  /** More accounts of the C-chain, by `0x` and 40 digits in lower case. */
  readonly accounts?: Readonly<Record<string, CAccount>>;
}

/** The network of a test node, with the dates that are asked for. */
function networkOf({ network = testnodeNetwork, upgrades }: TestnodeOptions): Network {
  if (upgrades === undefined) return network;
  const dates = typeof upgrades === 'string' ? upgradesUntil(upgrades) : upgrades;
  return checkNetwork({ ...network, upgrades: { ...network.upgrades, ...dates } });
}

/** All upgrades until one are active from the start, and those after it never. */
function upgradesUntil(last: keyof Upgrades): Upgrades {
  const place = upgradeNames.indexOf(last);
  if (place < 0) throw badArgument(`one of ${upgradeNames.join(', ')}`, last).at('upgrades');
  const initially = testnodeNetwork.upgrades.banff;
  const dates = upgradeNames.map((name, i) => [name, i <= place ? initially : unscheduled]);
  return Object.fromEntries(dates) as Upgrades;
}

/** Makes the world of a test node. */
function worldOf(options: TestnodeOptions = {}): World {
  const { genesis, time, accounts = {}, secondsPerBlock = 1n } = options;
  const network = networkOf(options);
  const first = genesis
    ? firstStateOf(genesis.slice(), network)
    : firstStateLike(network, (time ?? defaultStart) - sinceGenesis, reserveAddress);
  const world = newWorld({
    network,
    first: { ...first, accounts: [...first.accounts, ...Object.entries(accounts)] },
    clock: time ?? (genesis ? first.genesis.Timestamp : defaultStart),
  });
  world.tampering.secondsPerBlock = uint64(secondsPerBlock, 'secondsPerBlock');
  // A node tells the gas of its last block, which is none at the genesis: clients such as avalanchejs build nothing then.
  if (!genesis) world.P.ledger.feeState = { capacity: network.pFees.maxCapacity, excess: 0n };
  return world;
}

/**
 * A test node. Its functions are synchronous, read no clock and use no chance: the same calls give the same blocks and ids.
 * What it holds is read as from any node: by RPC.
 */
export interface Testnode {
  /**
   * The state.
   * @internal
   */
  readonly world: World;
  /** The network that the node runs. */
  readonly network: Network;
  /** Answers `connect` without any network: `connect('http://testnode', node)` takes `transport`, `network` and `now` from here. */
  readonly transport: Transport;
  /** The clock in Unix milliseconds, for `connect`. */
  readonly now: () => number;
  /** The bytes of the P-chain's genesis, from which `avalanche-tx/history` can follow the blocks. */
  readonly genesis: Uint8Array;
  /** Submits a transaction, as `issueTx` of its chain. */
  readonly issue: (chain: ChainName, bytes: Uint8Array) => Submission;
  /**
   * A state for the builders of `avalanche-tx/build`: all that the node knows for some addresses.
   * @param from Addresses of the chain; of the C-chain also accounts as `0x…`.
   */
  readonly state: <N extends ChainName>(chain: N, from: readonly Address[]) => States[N];
  /**
   * Gives AVAX of the reserve to an address or owner, with transactions in blocks of their own: on X and C an export and an import.
   * @returns CB58 of the transaction that created it.
   * @throws {AvalancheError} `Insufficient`: more than the reserve has; as `buildBaseTx`.
   */
  readonly fund: (chain: ChainName, funding: Funding) => string;
  /**
   * The same for many: hundreds with each transaction on P and X, one by one on C. On P the gas and its price are then as if there were no such blocks.
   * @returns CB58 of the transactions that created them.
   */
  readonly fundAll: (chain: ChainName, fundings: readonly Funding[]) => readonly string[];
  /** The clock, in Unix seconds. */
  readonly time: () => bigint;
  /**
   * Sets the clock, in Unix seconds. Unless blocks are held, the blocks that are due by then are made: ends of stakes with their rewards,
   * L1 validators whose balance is used up, delayed transactions.
   * @throws {AvalancheError} `OutOfRange`: before the present.
   */
  readonly setTime: (time: bigint) => void;
  /** Moves the clock by a number of seconds, as `setTime`. */
  readonly advanceTime: (seconds: bigint) => void;
  /** Holds blocks: transactions wait for `mine`. */
  readonly hold: () => void;
  /** Makes a block at once after each transaction again, and those that are due. */
  readonly release: () => void;
  /** Makes blocks of what waits and what is due, and returns how many. */
  readonly mine: () => number;
  /** Remembers everything as it is now, at no cost, and returns an id. */
  readonly snapshot: () => number;
  /**
   * Returns to a snapshot, which is then gone, with all later ones.
   * @returns Whether there was such a snapshot.
   */
  readonly revert: (id: number) => boolean;
  /** Adds a validator of the primary network, a made-up one by default, paid by the reserve. */
  readonly addValidator: (validator?: NewValidator) => AddedValidator;
  /** Adds a subnet, and returns CB58 of its id; the reserve owns it if no owner is given. */
  readonly addSubnet: (owner?: Owner | Address) => string;
  /** Adds a validator to a subnet that the reserve owns, and returns CB58 of the transaction. */
  readonly addSubnetValidator: (validator: NewSubnetValidator) => string;
  /** Makes an L1 with a blockchain and validators whose BLS keys the node has. */
  readonly addL1: (l1?: NewL1) => AddedL1;
  /**
   * Moves the clock to the end of a stake, and ends it with its reward or without.
   * @param txID CB58 of the transaction that added the staker.
   * @throws {AvalancheError} `NotFound`: it is not a current staker.
   */
  readonly endStake: (txID: string, isRewarded?: boolean) => void;
  /** Decides whether a staker is rewarded at its end: by CB58 of its transaction, or by `NodeID-…` with its delegators. */
  readonly setReward: (of: string, isRewarded: boolean) => void;
  /** Sets the price of gas on P (nAVAX) or C (wei) for the next block. */
  readonly setFeeRate: (chain: ChainName, price: bigint) => void;
  /** Refuses the next transactions that a filter means, with these words. Returns an id for `forget`. */
  readonly refuse: (filter: TxFilter, reason: string) => number;
  /** Takes the next transactions that a filter means, and never puts them into a block. */
  readonly drop: (filter: TxFilter, reason?: string) => number;
  /** Takes the next transactions that a filter means, and keeps them in the pool for a number of seconds of the clock. */
  readonly delay: (filter: TxFilter, seconds: bigint) => number;
  /** Forgets a `refuse`, `drop` or `delay`. */
  readonly forget: (id: number) => void;
  /**
   * Accepts transactions without the signatures of an address, for which 65 zeros stand.
   * @param address Of P or X, which means both, or an account of the C-chain.
   * @param isOn `false` ends it.
   */
  readonly impersonate: (address: Address, isOn?: boolean) => void;
  /** Signs the unsigned bytes of a warp message with the BLS keys of the validators of its source chain. */
  readonly signWarp: (unsigned: Uint8Array, signing?: WarpSigning) => Uint8Array;
  /** Gives the node the secret BLS key of a validator, so that it signs warp messages. */
  readonly addBLSKey: (secretKey: Uint8Array) => void;
  /** Everything as text, without snapshots and without filters that are functions. */
  readonly dump: () => string;
}

/**
 * Makes a test node.
 * @throws {AvalancheError} `WrongNetwork`: a genesis with other ids than the network, or other dates for mainnet or fuji; `NotSorted`:
 *   an upgrade before the one that it follows; as `decode`.
 * @example
 * const node = createTestnode();
 * node.time(); // 1_790_812_800n
 */
export function createTestnode(options: TestnodeOptions = {}): Testnode {
  return testnodeOf(worldOf(options));
}

/**
 * Makes a test node from the text of `dump`.
 * @throws {AvalancheError} `BadVersion`, `BadChecksum`, `BadText`: not what `dump` wrote.
 */
export function loadTestnode(dump: string): Testnode {
  return testnodeOf(loadWorld(dump));
}

/**
 * A test node for a file of tests, which is as new before each of them. Without a dependency on a test runner.
 * @param beforeEach Of the test runner, such as vitest's.
 * @example
 * const node = useTestnode((reset) => reset());
 * node.world.P.ledger.height; // 0n
 */
export function useTestnode(
  beforeEach: (reset: () => void) => unknown,
  options: TestnodeOptions = {},
): Testnode {
  const node = createTestnode(options);
  let start = node.snapshot();
  beforeEach(() => {
    node.revert(start);
    start = node.snapshot();
  });
  return node;
}

function testnodeOf(world: World): Testnode {
  return {
    world,
    network: world.network,
    transport: transportTo(world),
    now: () => Number(world.clock) * 1000,
    genesis: world.genesis.slice(),
    issue: (chain, bytes) => issue(world, chain, toBytes(bytes, 'bytes')),
    state: (chain, from) => stateOf(world, chain, from),
    fund: (chain, funding) =>
      fund(world, chain, checkShape(funding, { amount: 'bigint' }, 'funding')),
    fundAll: (chain, fundings) =>
      fundAll(world, chain, checkShape(fundings, [{ amount: 'bigint' }], 'fundings')),
    time: () => world.clock,
    setTime: (time) => setTime(world, checkShape(time, 'bigint', 'time')),
    advanceTime: (seconds) =>
      setTime(world, world.clock + uint64(checkShape(seconds, 'bigint', 'seconds'), 'seconds')),
    hold: () => hold(world),
    release: () => release(world),
    mine: () => mine(world),
    snapshot: () => markWorld(world),
    revert: (id) => revertWorld(world, checkShape(id, 'number', 'id')),
    addValidator: (of) => addValidator(world, of),
    addSubnet: (owner) => addSubnet(world, owner),
    addSubnetValidator: (of) => addSubnetValidator(world, of),
    addL1: (of) => addL1(world, of),
    endStake: (txID, isRewarded) =>
      endStake(
        world,
        toText(txID, 'txID'),
        checkShape(isRewarded, { '?': 'boolean' }, 'isRewarded'),
      ),
    setReward: (of, isRewarded) =>
      setReward(world, toText(of, 'of'), checkShape(isRewarded, 'boolean', 'isRewarded')),
    setFeeRate: (chain, price) => setFeeRate(world, chain, checkShape(price, 'bigint', 'price')),
    refuse: (filter, reason) =>
      setTrap(world, filter, { fate: 'refuse', reason: toText(reason, 'reason') }),
    drop: (filter, reason = 'dropped') =>
      setTrap(world, filter, { fate: 'drop', reason: toText(reason, 'reason') }),
    delay: (filter, seconds) =>
      setTrap(world, filter, { fate: 'delay', seconds: checkShape(seconds, 'bigint', 'seconds') }),
    forget: (id) => removeTrap(world, id),
    impersonate: (address, isOn) => impersonate(world, address, isOn),
    signWarp: (unsigned, signing) => signWarp(world, toBytes(unsigned, 'unsigned'), signing),
    addBLSKey: (secretKey) => addBLSKey(world, toBytes(secretKey, 'secretKey')),
    dump: () => dumpWorld(world),
  };
}
