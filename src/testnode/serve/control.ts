/** The control methods: JSON-RPC on a separate path. The documentation is generated from this table. */
import { inAVAX, integer, node as nodeSchema, owner } from '../../builder/intentvalues.ts';
import type { ChainName } from '../../chain/declared.ts';
import { isError } from '../../errors/error.ts';
import { list } from '../../schema/collection.ts';
import { bool, hex, idText, nodeIDText, oneOf, string } from '../../schema/leaf.ts';
import { float, uint32n, uint64 } from '../../schema/number.ts';
import { object } from '../../schema/object.ts';
import { mapped, optional, type Schema, unfit } from '../../schema/schema.ts';
import { unixTime } from '../../schema/time.ts';
import type { Owner } from '../../state/owner.ts';
import type { JSONValue } from '../../text/json.ts';
import { dumpWorld } from '../dump.ts';
import { type Funding, mostFundings } from '../fund.ts';
import { atomically } from '../records.ts';
import type { Testnode } from '../testnode.ts';
import { refuse, type Service } from './envelope.ts';
import { checks } from './health.ts';
import { statusNames } from './hosted.ts';
import type { ServedNode } from './node.ts';

/** The path at which a served test node answers the control methods, such as `testnode.fund`. */
export const controlPath = '/ext/testnode';

/** What control methods act on. */
export interface Controlled {
  readonly testnode: Testnode;
  readonly served: ServedNode;
}

export interface ControlMethod<P = unknown, R = unknown> {
  /** One-line description. */
  readonly about: string;
  readonly params: Schema<P, never>;
  readonly result: Schema<unknown, R>;
  readonly run: (controlled: Controlled, params: P) => R;
}

const control = <P, R>(row: ControlMethod<P, R>): ControlMethod => row as ControlMethod;

const nothing = object({});
const txID = [idText, 'CB58 of the transaction.'] as const;
const chain = oneOf('P', 'X', 'C');
const trapFields = {
  txID: [optional(idText), 'Only this transaction.'],
  chain: [optional(chain), 'Only transactions of this chain.'],
  type: [optional(string), 'Only transactions of this type, such as `platformvm.BaseTx`.'],
  times: [optional(uint32n), 'How many transactions; 1 if omitted.'],
} as const;
/** A status that the hosted services answer with. */
const status = mapped(
  uint32n,
  (value) => {
    if (Object.hasOwn(statusNames, value)) return value;
    throw unfit(`one of the numbers ${Object.keys(statusNames).join(', ')}`, BigInt(value));
  },
  (value: number) => value,
);
const fundingFields = {
  to: [owner, 'An address or owner on P or X, or an account of the C-chain (`0x…`).'],
  amount: [inAVAX, 'AVAX as text, such as `"1.5"`.'],
  stakeableUntil: [optional(unixTime), 'On P: can only be staked until then.'],
} as const;
const trapID = object({ id: [uint32n, 'Id of the rule, for `testnode.forget`.'] });

/** Returns the chain of an address or owner. */
function chainOfOwner(to: string | Uint8Array | Owner): ChainName {
  const first = typeof to === 'object' && 'addresses' in to ? to.addresses[0] : to;
  const alias = typeof first === 'string' ? first.split('-', 1)[0] : undefined;
  if (typeof first === 'string' && first.startsWith('0x')) return 'C';
  if (alias === 'P' || alias === 'X') return alias;
  return refuse('to: must be an address of the P- or X-chain, or an account (0x…)');
}

const filterOf = ({ reason: _, seconds: __, ...filter }: { readonly [key: string]: unknown }) =>
  filter;

type Fundings = readonly (Funding & { readonly to: string | Uint8Array | Owner })[];

/** Funds chain after chain. */
function fundEach(testnode: Testnode, fundings: Fundings): readonly string[] {
  const byChain: Record<ChainName, Funding[]> = { P: [], X: [], C: [] };
  for (const funding of fundings) byChain[chainOfOwner(funding.to)].push(funding);
  return (['P', 'X', 'C'] as const).flatMap((chain) => testnode.fundAll(chain, byChain[chain]));
}

export const controlMethods: { readonly [method: string]: ControlMethod } = {
  'testnode.fund': control({
    about: 'Gives AVAX of the reserve, with transactions in blocks of their own.',
    params: object(fundingFields),
    result: object({ txID }),
    run: ({ testnode }, params) => ({ txID: testnode.fund(chainOfOwner(params.to), params) }),
  }),
  'testnode.fundAll': control({
    about: 'Gives AVAX of the reserve to many, in few blocks.',
    params: object({
      list: [
        list(object(fundingFields)),
        `At most ${mostFundings}, as \`testnode.fund\` takes each.`,
      ],
    }),
    result: object({ txIDs: [list(idText), 'CB58 of the transactions that created them.'] }),
    run: ({ testnode }, params) => ({ txIDs: fundEach(testnode, params.list) }),
  }),
  'testnode.getGenesis': control({
    about: 'The genesis of the P-chain.',
    params: nothing,
    result: object({ genesis: [hex, 'Its bytes.'] }),
    run: ({ testnode }) => ({ genesis: testnode.genesis }),
  }),
  'testnode.getTime': control({
    about: 'The clock.',
    params: nothing,
    result: object({ time: [uint64, 'Unix seconds.'] }),
    run: ({ testnode }) => ({ time: testnode.time() }),
  }),
  'testnode.setTime': control({
    about: 'Sets the clock, and makes the blocks that are due by then.',
    params: object({ time: [unixTime, 'Unix seconds, or such as `2027-01-31T00:00:00Z`.'] }),
    result: object({ time: [uint64, 'Unix seconds.'] }),
    run: ({ testnode }, { time }) => {
      testnode.setTime(time);
      return { time: testnode.time() };
    },
  }),
  'testnode.advanceTime': control({
    about: 'Moves the clock, and makes the blocks that are due by then.',
    params: object({ seconds: [uint64, 'By how much.'] }),
    result: object({ time: [uint64, 'Unix seconds.'] }),
    run: ({ testnode }, { seconds }) => {
      testnode.advanceTime(seconds);
      return { time: testnode.time() };
    },
  }),
  'testnode.hold': control({
    about: 'Holds blocks: transactions wait for `testnode.mine`.',
    params: nothing,
    result: nothing,
    run: ({ testnode }) => {
      testnode.hold();
      return {};
    },
  }),
  'testnode.release': control({
    about: 'Makes a block at once after each transaction again, and those that are due.',
    params: nothing,
    result: nothing,
    run: ({ testnode }) => {
      testnode.release();
      return {};
    },
  }),
  'testnode.mine': control({
    about: 'Makes blocks of what waits and what is due.',
    params: nothing,
    result: object({ blocks: [uint32n, 'How many.'] }),
    run: ({ testnode }) => ({ blocks: testnode.mine() }),
  }),
  'testnode.snapshot': control({
    about: 'Remembers everything as it is now.',
    params: nothing,
    result: object({ id: [uint32n, 'For `testnode.revert`.'] }),
    run: ({ testnode }) => ({ id: testnode.snapshot() }),
  }),
  'testnode.revert': control({
    about: 'Returns to a snapshot, which is then gone, with all later ones.',
    params: object({ id: [uint32n, 'Of `testnode.snapshot`.'] }),
    result: object({ reverted: [bool, 'Whether there was such a snapshot.'] }),
    run: ({ testnode }, { id }) => ({ reverted: testnode.revert(id) }),
  }),
  'testnode.addValidator': control({
    about: 'Adds a validator of the primary network, paid by the reserve.',
    params: object({
      node: [optional(nodeSchema), 'As `info.getNodeID` gives it; made up if omitted.'],
      stake: [optional(inAVAX), 'AVAX; the least if omitted.'],
      end: [optional(unixTime), 'In 90 days if omitted.'],
      delegationFee: [optional(string), 'Such as `2%`, which is meant if omitted.'],
      rewardsOwner: [optional(owner), 'Gets rewards and stake; the reserve if omitted.'],
    }),
    result: object({ txID, nodeID: [nodeIDText, 'Id of the node.'] }),
    run: ({ testnode }, params) => testnode.addValidator(params),
  }),
  'testnode.addSubnet': control({
    about: 'Adds a subnet.',
    params: object({ owner: [optional(owner), 'Its owner; the reserve if omitted.'] }),
    result: object({ subnetID: [idText, 'CB58 of the subnet.'] }),
    run: ({ testnode }, params) => ({ subnetID: testnode.addSubnet(params.owner) }),
  }),
  'testnode.addSubnetValidator': control({
    about: 'Adds a validator to a subnet that the reserve owns.',
    params: object({
      subnetID: [idText, 'CB58 of the subnet.'],
      nodeID: [nodeIDText, 'A validator of the primary network.'],
      weight: [optional(uint64), '1 if omitted.'],
      end: [optional(unixTime), 'With the validation of the primary network if omitted.'],
    }),
    result: object({ txID }),
    run: ({ testnode }, params) => ({ txID: testnode.addSubnetValidator(params) }),
  }),
  'testnode.addL1': control({
    about: 'Makes an L1 with a blockchain and validators whose BLS keys the node has.',
    params: object({
      validators: [optional(uint32n), 'Number of its first validators; 1 if omitted.'],
      balance: [optional(inAVAX), 'AVAX that pay the continuous fee of each; 1 if omitted.'],
      weight: [optional(uint64), 'Weight of each; 100 if omitted.'],
      managerAddress: [optional(hex), 'The contract that manages its validators.'],
      owner: [optional(owner), 'Gets what is left of the balances; the reserve if omitted.'],
    }),
    result: object({
      subnetID: [idText, 'CB58 of the subnet.'],
      chainID: [idText, 'CB58 of its blockchain.'],
      conversionTxID: [idText, 'CB58 of the conversion.'],
      validationIDs: [list(idText), 'CB58 of the validations.'],
      nodeIDs: [list(nodeIDText), 'Ids of the nodes.'],
    }),
    run: ({ testnode }, params) => testnode.addL1(params),
  }),
  'testnode.endStake': control({
    about: 'Moves the clock to the end of a stake, and ends it with its reward or without.',
    params: object({ txID, isRewarded: [optional(bool), '`true` if omitted.'] }),
    result: object({ time: [uint64, 'Unix seconds.'] }),
    run: ({ testnode }, params) => {
      testnode.endStake(params.txID, params.isRewarded);
      return { time: testnode.time() };
    },
  }),
  'testnode.setReward': control({
    about: 'Decides whether a staker is rewarded at its end.',
    params: object({
      of: [string, 'CB58 of its transaction, or `NodeID-…`, which means its delegators too.'],
      isRewarded: [bool, 'Whether it is.'],
    }),
    result: nothing,
    run: ({ testnode }, { of: staker, isRewarded }) => {
      testnode.setReward(staker, isRewarded);
      return {};
    },
  }),
  'testnode.setGasPrice': control({
    about: 'Sets the price of gas for the next block.',
    params: object({
      chain: [oneOf('P', 'C'), 'The chain.'],
      price: [integer, 'nAVAX on P, wei on C.'],
    }),
    result: nothing,
    run: ({ testnode }, params) => {
      testnode.setGasPrice(params.chain, params.price);
      return {};
    },
  }),
  'testnode.refuse': control({
    about: 'Refuses the next transactions that fit.',
    params: object({ reason: [string, 'The message of the refusal.'], ...trapFields }),
    result: trapID,
    run: ({ testnode }, params) => ({ id: testnode.refuse(filterOf(params), params.reason) }),
  }),
  'testnode.drop': control({
    about: 'Takes the next transactions that fit, and never puts them into a block.',
    params: object({ reason: [optional(string), '`dropped` if omitted.'], ...trapFields }),
    result: trapID,
    run: ({ testnode }, params) => ({ id: testnode.drop(filterOf(params), params.reason) }),
  }),
  'testnode.delay': control({
    about: 'Takes the next transactions that fit, and keeps them in the pool for a while.',
    params: object({ seconds: [uint64, 'Of the clock.'], ...trapFields }),
    result: trapID,
    run: ({ testnode }, params) => ({ id: testnode.delay(filterOf(params), params.seconds) }),
  }),
  'testnode.forget': control({
    about: 'Forgets a `refuse`, `drop` or `delay`.',
    params: object({ id: [uint32n, 'Its id.'] }),
    result: nothing,
    run: ({ testnode }, { id }) => {
      testnode.forget(id);
      return {};
    },
  }),
  'testnode.signWarp': control({
    about: 'Signs a warp message with the BLS keys of the validators of its source chain.',
    params: object({
      message: [hex, 'The unsigned message.'],
      percent: [optional(float), 'The least weight that signs; all if omitted.'],
    }),
    result: object({ message: [hex, 'The signed message.'] }),
    run: ({ testnode }, { message, percent }) => ({
      message: testnode.signWarp(message, percent === undefined ? {} : { percent }),
    }),
  }),
  'testnode.addBLSKey': control({
    about: 'Gives the node the secret BLS key of a validator, so that it signs warp messages.',
    params: object({ secretKey: [hex, '32 bytes.'] }),
    result: nothing,
    run: ({ testnode }, { secretKey }) => {
      testnode.addBLSKey(secretKey);
      return {};
    },
  }),
  'testnode.failCheck': control({
    about: 'Lets a health check fail, or pass again.',
    params: object({
      check: [oneOf(...Object.keys(checks)), 'Its name.'],
      error: [optional(string), 'Why it fails; it passes again if omitted.'],
    }),
    result: nothing,
    run: ({ testnode, served }, { check, error }) => {
      if (error === undefined) served.failing.delete(check);
      else served.failing.set(check, { error, since: testnode.time() });
      return {};
    },
  }),
  'testnode.failHosted': control({
    about: 'Lets the Data and Metrics services refuse their next requests.',
    params: object({
      status: [status, 'The HTTP status, such as 503.'],
      times: [optional(uint32n), 'How many requests; 1 if omitted.'],
    }),
    result: nothing,
    run: ({ served }, { status, times = 1 }) => {
      if (times > 0) served.outages.push({ status, left: times });
      return {};
    },
  }),
  'testnode.dump': control({
    about: 'Everything but secret BLS keys as text, for `loadTestnode` or `--state`.',
    params: nothing,
    result: object({
      dump: [string, 'The text.'],
      leftOut: [
        uint32n,
        'How many secret BLS keys are left out: give them again by `testnode.addBLSKey`.',
      ],
    }),
    run: ({ testnode }) => ({
      dump: dumpWorld(testnode.world, { secrets: false }),
      leftOut: testnode.world.blsKeys.size,
    }),
  }),
};

/** Methods that change nothing. */
const reading: ReadonlySet<string> = new Set([
  'testnode.getGenesis',
  'testnode.getTime',
  'testnode.dump',
]);

/** Runs a control method; an error becomes the message of the reply. */
function call(controlled: Controlled, name: string, params: JSONValue): JSONValue {
  const { params: schema, run, result } = controlMethods[name]!;
  const given = Array.isArray(params) ? (params[0] ?? {}) : (params ?? {});
  try {
    // A failed call changes nothing, so that it need not be saved.
    const done = atomically(controlled.testnode.world, () => run(controlled, schema.parse(given)));
    if (!reading.has(name)) controlled.served.changed = true;
    return result.format(done);
  } catch (e) {
    if (!isError(e) || e.code === 'NodeError') throw e;
    return refuse(e.message);
  }
}

/** The service of the control methods. */
export const controlService = (controlled: Controlled): Service => ({
  name: 'testnode',
  has: (method) => Object.hasOwn(controlMethods, method),
  call: (method, params) => call(controlled, method, params),
});
