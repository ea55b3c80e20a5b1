/** A test node: a world and the control functions that act on it. */

import type { ChainName } from '../chain/declared.ts';
import { badArgument, toBytes, toList, toText } from '../errors/arguments.ts';
import { checkNetwork } from '../network/custom.ts';
import { testnodeNetwork, unscheduled } from '../network/known.ts';
import { type Network, networkArgument, type Upgrades, upgradeNames } from '../network/network.ts';
import type { Transport } from '../rpc/transport.ts';
import {
  aBigint,
  aBoolean,
  aFunction,
  aListOf,
  aNumber,
  anObject,
  aText,
  aTime,
  checkArgument,
  mapOf,
  objectOf,
  optional,
  someBytes,
  wordOf,
} from '../schema/check.ts';
import type { Address, Owner } from '../state/owner.ts';
import { uint64 } from '../text/uint64.ts';
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
} from './addvalidators.ts';
import { endStake, hold, mine, release, setReward, setTime } from './clock.ts';
import { dumpWorld, loadWorld } from './dump.ts';
import { type Funding, fund, fundAll, reserveAddress } from './fund.ts';
import { defaultStart, firstStateLike, firstStateOf, sinceGenesis } from './genesis.ts';
import { issue, type Submission } from './issue.ts';
import { addBLSKey, signWarp, type WarpSigning } from './keys.ts';
import { markWorld, revertWorld } from './records.ts';
import { transportTo } from './serve/serve.ts';
import { newWorld } from './start.ts';
import { removeTrap, setGasPrice, setTrap } from './tamper.ts';
import type { CAccount, TxFilter, World } from './world.ts';
import { type States, stateOf } from './worldstate.ts';

const chainArgument = /* @__PURE__ */ wordOf('P', 'X', 'C');
/** Options whose values are checked where they are read. */
const newArgument = /* @__PURE__ */ optional(anObject);
const subnetValidatorArgument = /* @__PURE__ */ objectOf({ subnetID: aText, nodeID: aText });
const fundingArgument = /* @__PURE__ */ objectOf({ amount: aBigint });
const fundingsArgument = /* @__PURE__ */ (() => aListOf(objectOf({ amount: aBigint })))();
const isRewardedArgument = /* @__PURE__ */ optional(aBoolean);

/** Options of a test node. */
export interface TestnodeOptions {
  /** The network; `testnodeNetwork` if omitted. */
  readonly network?: Network;
  /**
   * Changes the activation of upgrades: the name of the last upgrade that is active from the start, such as
   * `'granite'`, or Unix seconds for some. Mainnet's and fuji's cannot be changed.
   */
  readonly upgrades?: keyof Upgrades | Partial<Upgrades>;
  /** Bytes of a P-chain genesis. If omitted, one like avalanchego's local network, with a reserve. */
  readonly genesis?: Uint8Array;
  /** Initial clock in Unix seconds; 2026-10-01 if omitted, or the time of the genesis. */
  readonly time?: bigint;
  /**
   * Seconds by which the clock advances after each block of a transaction; 1 if omitted. With 0, the P-chain has
   * gas for about 200 transactions until the clock is moved.
   */
  readonly secondsPerBlock?: bigint;
  /** Additional C-chain accounts, by `0x` and 40 digits in lower case. */
  readonly accounts?: Readonly<Record<string, CAccount>>;
}

const testnodeOptions = /* @__PURE__ */ (() =>
  objectOf({
    network: optional(networkArgument),
    genesis: optional(someBytes),
    time: optional(aTime),
    secondsPerBlock: optional(aBigint),
    accounts: optional(mapOf(anObject)),
  }))();

/** Returns the network of a test node, with the requested upgrade times. */
function networkOf({ network = testnodeNetwork, upgrades }: TestnodeOptions): Network {
  if (upgrades === undefined) return network;
  const dates = typeof upgrades === 'string' ? upgradesUntil(upgrades) : upgrades;
  return checkNetwork({ ...network, upgrades: { ...network.upgrades, ...dates } });
}

/** Returns upgrade times at which all upgrades up to one are active from the start, and later ones never. */
function upgradesUntil(last: keyof Upgrades): Upgrades {
  const place = upgradeNames.indexOf(last);
  if (place < 0) throw badArgument(`one of ${upgradeNames.join(', ')}`, last).at('upgrades');
  const initially = testnodeNetwork.upgrades.banff;
  const dates = upgradeNames.map((name, i) => [name, i <= place ? initially : unscheduled]);
  return Object.fromEntries(dates) as Upgrades;
}

/** Creates the world of a test node. */
function worldOf(options: TestnodeOptions = {}): World {
  checkArgument(options, testnodeOptions, 'options');
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
  // A node reports the gas of its last block, which is none at genesis; clients such as avalanchejs would then
  // build nothing.
  if (!genesis) world.P.ledger.feeState = { capacity: network.pFees.maxCapacity, excess: 0n };
  return world;
}

/**
 * A test node. Its functions are synchronous and use no clock and no randomness: the same calls give the same
 * blocks and ids. Read its contents over RPC, as from any node.
 */
export interface Testnode {
  /**
   * The internal state.
   * @internal
   */
  readonly world: World;
  /** The network that the node runs. */
  readonly network: Network;
  /**
   * Transport for `connect` without network access: `connect('http://testnode', node)` takes `transport`,
   * `network` and `now` from here.
   */
  readonly transport: Transport;
  /** The clock in Unix milliseconds, for `connect`. */
  readonly now: () => number;
  /** Bytes of the P-chain genesis, from which `avalanche-tx/history` can follow the blocks. */
  readonly genesis: Uint8Array;
  /** Submits a transaction, like `issueTx` of its chain. */
  readonly issue: (chain: ChainName, bytes: Uint8Array) => Submission;
  /**
   * Returns a state for the builders of `avalanche-tx/build`, with everything that the node knows about the
   * addresses.
   * @param from Addresses of the chain; on the C-chain also accounts as `0x…`.
   */
  readonly state: <N extends ChainName>(chain: N, from: readonly Address[]) => States[N];
  /**
   * Sends AVAX from the reserve to an address or owner, in blocks of its own; on X and C with an export and an
   * import.
   * @returns CB58 of the transaction that created the UTXO or credited the account.
   * @throws {AvalancheError} `Insufficient`: more than the reserve has; as `buildBaseTx`.
   */
  readonly fund: (chain: ChainName, funding: Funding) => string;
  /**
   * Like `fund` for many recipients: hundreds per transaction on P and X, one by one on C. On P, gas and price are
   * afterwards as if these blocks did not exist.
   * @returns CB58 of the transactions that created them.
   */
  readonly fundAll: (chain: ChainName, fundings: readonly Funding[]) => readonly string[];
  /** Returns the clock, in Unix seconds. */
  readonly time: () => bigint;
  /**
   * Sets the clock, in Unix seconds. Unless blocks are held, blocks that are due by then are mined: stakes that
   * end with their rewards, L1 validators whose balance is used up, delayed transactions.
   * @throws {AvalancheError} `OutOfRange`: before the current time.
   */
  readonly setTime: (time: bigint) => void;
  /** Advances the clock by a number of seconds, like `setTime`. */
  readonly advanceTime: (seconds: bigint) => void;
  /** Holds blocks: transactions stay pending until `mine`. */
  readonly hold: () => void;
  /** Undoes `hold`: mines pending blocks now and one after each transaction from here on. */
  readonly release: () => void;
  /** Mines blocks of pending transactions and of everything that is due, and returns their number. */
  readonly mine: () => number;
  /** Takes a snapshot of everything, without copying, and returns its id. */
  readonly snapshot: () => number;
  /**
   * Restores a snapshot and discards it, together with all later ones.
   * @returns Whether there was such a snapshot.
   */
  readonly revert: (id: number) => boolean;
  /** Adds a validator of the primary network, by default with a generated node, paid by the reserve. */
  readonly addValidator: (validator?: NewValidator) => AddedValidator;
  /** Creates a subnet and returns the CB58 of its id; the reserve owns it if no owner is given. */
  readonly addSubnet: (owner?: Owner | Address) => string;
  /** Adds a validator to a subnet that the reserve owns, and returns the CB58 of the transaction. */
  readonly addSubnetValidator: (validator: NewSubnetValidator) => string;
  /** Creates an L1 with a blockchain and validators; the node has their BLS keys. */
  readonly addL1: (l1?: NewL1) => AddedL1;
  /**
   * Moves the clock to the end of a stake and ends it, with or without its reward.
   * @param txID CB58 of the transaction that added the staker.
   * @throws {AvalancheError} `NotFound`: it is not a current staker.
   */
  readonly endStake: (txID: string, isRewarded?: boolean) => void;
  /**
   * Sets whether a staker is rewarded at its end: by CB58 of its transaction, or by `NodeID-…`, including its
   * delegators.
   */
  readonly setReward: (staker: string, isRewarded: boolean) => void;
  /** Sets the gas price of the next block on P (nAVAX) or C (wei). */
  readonly setGasPrice: (chain: ChainName, price: bigint) => void;
  /** Refuses the next transactions that match a filter, with the given reason. Returns an id for `forget`. */
  readonly refuse: (filter: TxFilter, reason: string) => number;
  /**
   * Accepts the next transactions that match a filter into the pool, but never into a block. Returns an id for
   * `forget`.
   */
  readonly drop: (filter: TxFilter, reason?: string) => number;
  /**
   * Keeps the next transactions that match a filter in the pool for some seconds of the clock. Returns an id for
   * `forget`.
   */
  readonly delay: (filter: TxFilter, seconds: bigint) => number;
  /** Removes a `refuse`, `drop` or `delay`. */
  readonly forget: (id: number) => void;
  /** Signs an unsigned warp message with the BLS keys of the validators of its source chain. */
  readonly signWarp: (unsigned: Uint8Array, signing?: WarpSigning) => Uint8Array;
  /** Gives the node the secret BLS key of a validator, so that it signs warp messages. */
  readonly addBLSKey: (secretKey: Uint8Array) => void;
  /** Returns everything as text, except snapshots and filters that are functions. */
  readonly dump: () => string;
}

/**
 * Creates a test node.
 * @throws {AvalancheError} `WrongNetwork`: a genesis with other ids than the network, or other upgrade times for
 *   mainnet or fuji; `NotSorted`: an upgrade before its predecessor; as `decode`.
 * @example
 * const node = createTestnode();
 * node.time(); // 1_790_812_800n
 */
export function createTestnode(options: TestnodeOptions = {}): Testnode {
  return testnodeOf(worldOf(options));
}

/**
 * Creates a test node from the result of `dump`.
 * @throws {AvalancheError} `BadVersion`, `BadChecksum`, `BadText`: not a result of `dump`.
 */
export function loadTestnode(dump: string): Testnode {
  return testnodeOf(loadWorld(dump));
}

/**
 * Creates a test node for a test file, reset before each test. It depends on no test runner.
 * @param beforeEach The hook of the test runner, such as vitest's.
 * @example
 * const node = useTestnode((reset) => reset());
 * node.world.P.ledger.height; // 0n
 */
export function useTestnode(
  beforeEach: (reset: () => void) => unknown,
  options: TestnodeOptions = {},
): Testnode {
  checkArgument(beforeEach, aFunction, 'beforeEach');
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
    issue: (chain, bytes) =>
      issue(world, checkArgument(chain, chainArgument, 'chain'), toBytes(bytes, 'bytes')),
    state: (chain, from) =>
      stateOf(world, checkArgument(chain, chainArgument, 'chain'), toList(from, 'from')),
    fund: (chain, funding) =>
      fund(
        world,
        checkArgument(chain, chainArgument, 'chain'),
        checkArgument(funding, fundingArgument, 'funding'),
      ),
    fundAll: (chain, fundings) =>
      fundAll(
        world,
        checkArgument(chain, chainArgument, 'chain'),
        checkArgument(fundings, fundingsArgument, 'fundings'),
      ),
    time: () => world.clock,
    setTime: (time) => setTime(world, checkArgument(time, aBigint, 'time')),
    advanceTime: (seconds) =>
      setTime(world, world.clock + uint64(checkArgument(seconds, aBigint, 'seconds'), 'seconds')),
    hold: () => hold(world),
    release: () => release(world),
    mine: () => mine(world),
    snapshot: () => markWorld(world),
    revert: (id) => revertWorld(world, checkArgument(id, aNumber, 'id')),
    addValidator: (settings) =>
      addValidator(world, checkArgument(settings, newArgument, 'settings')),
    addSubnet: (owner) => addSubnet(world, owner),
    addSubnetValidator: (settings) =>
      addSubnetValidator(world, checkArgument(settings, subnetValidatorArgument, 'settings')),
    addL1: (settings) => addL1(world, checkArgument(settings, newArgument, 'settings')),
    endStake: (txID, isRewarded) =>
      endStake(
        world,
        toText(txID, 'txID'),
        checkArgument(isRewarded, isRewardedArgument, 'isRewarded'),
      ),
    setReward: (staker, isRewarded) =>
      setReward(world, toText(staker, 'staker'), checkArgument(isRewarded, aBoolean, 'isRewarded')),
    setGasPrice: (chain, price) =>
      setGasPrice(
        world,
        checkArgument(chain, chainArgument, 'chain'),
        checkArgument(price, aBigint, 'price'),
      ),
    refuse: (filter, reason) =>
      setTrap(world, filter, { fate: 'refuse', reason: toText(reason, 'reason') }),
    drop: (filter, reason = 'dropped') =>
      setTrap(world, filter, { fate: 'drop', reason: toText(reason, 'reason') }),
    delay: (filter, seconds) =>
      setTrap(world, filter, {
        fate: 'delay',
        seconds: checkArgument(seconds, aBigint, 'seconds'),
      }),
    forget: (id) => removeTrap(world, id),
    signWarp: (unsigned, signing) =>
      signWarp(
        world,
        toBytes(unsigned, 'unsigned'),
        checkArgument(signing, newArgument, 'signing'),
      ),
    addBLSKey: (secretKey) => addBLSKey(world, toBytes(secretKey, 'secretKey')),
    dump: () => dumpWorld(world),
  };
}
