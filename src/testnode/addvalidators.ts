/** Creates validators, subnets and L1s, with transactions paid by the reserve. */

import type { NodePOP } from '../builder/intentvalues.ts';
import { buildConvertSubnetToL1Tx } from '../builder/l1.ts';
import { buildAddPermissionlessValidatorTx } from '../builder/staking.ts';
import {
  buildAddSubnetValidatorTx,
  buildCreateChainTx,
  buildCreateSubnetTx,
} from '../builder/subnets.ts';
import { sha256 } from '../crypto/hash.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import type { Address, Owner } from '../state/owner.ts';
import { equalBytes } from '../text/bytes.ts';
import { type BytesLike, nodeIDBytes } from '../text/given.ts';
import { formatID, formatNodeID, parseID } from '../text/id.ts';
import { formatJSON } from '../text/json.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { validationIDOf } from '../warp/l1.ts';
import { reserveAddress, reserveKey, reserveOptions, reserveState, spendReserve } from './fund.ts';
import { newBLSKey } from './keys.ts';
import type { World } from './world.ts';

/** Creates a node id and BLS key; the test node keeps the secret key. */
const newNode = (world: World, label: string): NodePOP & { readonly nodeID: string } => ({
  nodeID: formatNodeID(sha256(encodeUTF8(label)).subarray(0, 20)),
  nodePOP: newBLSKey(world, label),
});

/** Each transaction of the reserve makes a block, so that its height is a label of its own. */
const nextLabel = ({ P }: World): string => `node ${P.ledger.height + 1n}`;

const state = (world: World) => {
  const reserve = reserveState(world, 'P');
  return { ...reserve, own: reserve.from };
};

/** Options of a new validator of the primary network. */
export interface NewValidator {
  /** Node id and BLS key, as returned by `info.getNodeID`; a generated node if omitted. */
  readonly node?: NodePOP;
  /** Stake in nAVAX; the minimum if omitted. */
  readonly stake?: bigint;
  /** Unix seconds; 90 days from now if omitted. */
  readonly end?: bigint;
  /** The validator's share of its delegators' rewards, such as `2%`, the minimum, which is used if omitted. */
  readonly delegationFee?: string;
  /** Receives the rewards and the returned stake; the reserve if omitted. */
  readonly rewardsOwner?: Owner | Address;
}

/** The ids of an added validator. */
export interface AddedValidator {
  /** CB58 of the transaction. */
  readonly txID: string;
  /** `NodeID-…` */
  readonly nodeID: string;
}

/**
 * Adds a validator of the primary network.
 * @throws {AvalancheError} As `buildAddPermissionlessValidatorTx`, and what a rule finds.
 */
export function addValidator(world: World, settings: NewValidator = {}): AddedValidator {
  const { network, clock } = world;
  const node = settings.node ?? newNode(world, nextLabel(world));
  const { stake = network.staking.minValidatorStake, end = clock + 90n * 86_400n } = settings;
  const { rewardsOwner = reserveKey().shortID, delegationFee = '2%' } = settings;
  const intent = {
    node,
    amount: stake,
    end,
    delegationFee,
    rewardsOwner,
    stakeReturnOwner: rewardsOwner,
  };
  const tx = spendReserve(
    world,
    buildAddPermissionlessValidatorTx(state(world), intent, reserveOptions),
  );
  const { nodeID } = node;
  return { txID: tx.txID, nodeID: formatNodeID(nodeIDBytes(nodeID)) };
}

/** Adds a subnet. Returns CB58 of its id. The reserve owns it if no owner is given. */
export function addSubnet(world: World, owner: Owner | Address = reserveKey().shortID): string {
  return spendReserve(world, buildCreateSubnetTx(state(world), { owner }, reserveOptions)).txID;
}

/** A new validator of a permissioned subnet that the reserve owns. */
export interface NewSubnetValidator {
  /** CB58 of the subnet's id. */
  readonly subnetID: string;
  /** `NodeID-…` of a validator of the primary network. */
  readonly nodeID: string;
  /** Weight in the subnet's consensus. */
  readonly weight?: bigint;
  /** Unix seconds; the end of the node's primary validation if omitted. */
  readonly end?: bigint;
}

/**
 * Adds a validator of a subnet that the reserve owns. Returns CB58 of the transaction.
 * @throws {AvalancheError} Under `subnetID`: `NotFound`: no such subnet; `MissingSigner`: others own it. As `buildAddSubnetValidatorTx`,
 *   and what a rule finds.
 */
export function addSubnetValidator(world: World, settings: NewSubnetValidator): string {
  const { subnetID, nodeID, weight = 1n } = settings;
  verifyReserveOwns(world, subnetID);
  const primary = world.P.stakers.validators.get(`${formatID(new Uint8Array(32))} ${nodeID}`);
  const longest = world.clock + world.network.staking.maxStakeDuration;
  const until = primary?.endTime ?? world.clock;
  const end = settings.end ?? (until < longest ? until : longest);
  const intent = { subnetID, nodeID, weight, end };
  return spendReserve(world, buildAddSubnetValidatorTx(state(world), intent, reserveOptions)).txID;
}

/** Throws if the reserve cannot sign for a subnet. */
function verifyReserveOwns({ P, network }: World, subnetID: string): void {
  const subnet = P.ledger.subnets.get(subnetID);
  if (!subnet)
    throw new AvalancheError('NotFound', 'no subnet has this ID: make one with addSubnet()', {
      what: 'subnet',
    }).at('subnetID');
  const { addresses, threshold } = subnet.owner;
  if (threshold === 1 && addresses.some((one) => equalBytes(one, reserveAddress))) return;
  const owners = addresses.map((one) => formatAddress(one, 'P', network));
  throw new AvalancheError(
    'MissingSigner',
    `the subnet belongs to ${owners.join(', ') || 'nobody'}, and the test node has no key of theirs: submit an AddSubnetValidatorTx that they sign, or make the subnet with addSubnet() and no owner`,
    threshold > 0 ? { missing: [{ credential: 1, need: threshold, addresses: owners }] } : {},
  ).at('subnetID');
}

/** Options of a new L1. */
export interface NewL1 {
  /** Number of initial validators, 1 to 64; 1 if omitted. The test node has their BLS keys. */
  readonly validators?: number;
  /** Balance of each for the continuous fee, in nAVAX; 1 AVAX if omitted. */
  readonly balance?: bigint;
  /** Weight of each; 100 if omitted. */
  readonly weight?: bigint;
  /** Address of the contract that manages the validators, on the chain of the L1. */
  readonly managerAddress?: BytesLike;
  /** Receives the remaining balances and can disable the validators; the reserve if omitted. */
  readonly owner?: Owner | Address;
}

/** The ids of an L1, in CB58. */
export interface AddedL1 {
  /** CB58 of its subnet. */
  readonly subnetID: string;
  /** CB58 of its blockchain. */
  readonly chainID: string;
  /** CB58 of the transaction that converted the subnet. */
  readonly conversionTxID: string;
  /** CB58 of the validations, in the order of `nodeIDs`. */
  readonly validationIDs: readonly string[];
  /** `NodeID-…` of its validators. */
  readonly nodeIDs: readonly string[];
}

/** First validators of an L1: some more than this fit into a transaction. */
const mostL1Validators = 64;

/** Chain ids of L1s begin here; each has another one. */
const firstL1ChainID = 20_260_923n;

/** The genesis of a chain of Subnet-EVM, as its documentation gives it, with warp messages. */
function evmGenesis({ P, clock }: World): Uint8Array {
  const zeros = `0x${'0'.repeat(64)}`;
  const forks = [
    ...['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople', 'petersburg'],
    ...['istanbul', 'muirGlacier'],
  ];
  const config = {
    chainId: firstL1ChainID + P.ledger.height,
    ...Object.fromEntries(forks.map((fork) => [`${fork}Block`, 0n])),
    feeConfig: {
      gasLimit: 12_000_000n,
      targetBlockRate: 2n,
      minBaseFee: 25_000_000_000n,
      targetGas: 60_000_000n,
      baseFeeChangeDenominator: 36n,
      minBlockGasCost: 0n,
      maxBlockGasCost: 1_000_000n,
      blockGasCostStep: 200_000n,
    },
    warpConfig: { blockTimestamp: clock, quorumNumerator: 67n },
  };
  const genesis = {
    config,
    nonce: '0x0',
    timestamp: `0x${clock.toString(16)}`,
    extraData: '0x',
    gasLimit: '0xb71b00',
    difficulty: '0x0',
    mixHash: zeros,
    coinbase: `0x${'0'.repeat(40)}`,
    alloc: {},
    number: '0x0',
    gasUsed: '0x0',
    parentHash: zeros,
  };
  return encodeUTF8(formatJSON(genesis));
}

/** Creates a subnet with a blockchain, and converts it to an L1 whose manager is on that chain. */
export function addL1(world: World, settings: NewL1 = {}): AddedL1 {
  const { validators = 1, balance = 1_000_000_000n, weight = 100n } = settings;
  if (!Number.isInteger(validators) || validators < 1 || validators > mostL1Validators)
    throw new AvalancheError('OutOfRange', `must be 1 to ${mostL1Validators}, got ${validators}`, {
      value: validators,
      min: 1,
      max: mostL1Validators,
    }).at('validators');
  const { managerAddress = new Uint8Array(20).fill(1), owner = reserveKey().shortID } = settings;
  const subnetID = addSubnet(world);
  const chain = { subnetID, name: 'L1', vm: 'subnetevm', genesis: evmGenesis(world) };
  const chainTx = spendReserve(world, buildCreateChainTx(state(world), chain, reserveOptions));
  const label = nextLabel(world);
  const nodes = Array.from({ length: validators }, (_, i) => ({
    node: newNode(world, `${label} ${i}`),
    weight,
    balance,
    remainingBalanceOwner: owner,
    deactivationOwner: owner,
  }));
  const intent = { subnetID, managerChainID: chainTx.txID, managerAddress, validators: nodes };
  const tx = spendReserve(world, buildConvertSubnetToL1Tx(state(world), intent, reserveOptions));
  const { unsignedTx } = tx;
  const made = unsignedTx.type === 'platformvm.ConvertSubnetToL1Tx' ? unsignedTx.validators : [];
  return {
    subnetID,
    chainID: chainTx.txID,
    conversionTxID: tx.txID,
    validationIDs: made.map((_, index) =>
      formatID(validationIDOf({ subnetID: parseID(subnetID), index })),
    ),
    nodeIDs: made.map(({ nodeID }) => formatNodeID(nodeID)),
  };
}
