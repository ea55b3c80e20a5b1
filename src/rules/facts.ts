/**
 * Facts about the chain that rules compare a transaction with, given by the caller or taken from a state. A missing fact makes the
 * rules that need it `not checked`, never `ok`.
 */

import type { TransformSubnetTx } from '../chain/pchain/subnets.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import { currentFeeState } from '../fee/gas.ts';
import type { Chain, Network } from '../network/network.ts';
import { aTime, checkArgument, objectOf, optional } from '../schema/check.ts';
import { authorityOwner } from '../state/owner.ts';
import type { CState, PState, State } from '../state/state.ts';
import { checkStateShape } from '../state/state.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import type { Recover } from '../tx/recover.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import type { SignerSet } from '../warp/signerset.ts';

/**
 * Facts by key: a function, a `Map`, or any object with `get`. `null`: the chain does not have it. `undefined`: unknown.
 * `completeList` wraps a `Map` that is complete.
 */
export type FactLookup<V> =
  | ((key: string) => V | null | undefined)
  | { get(key: string): V | null | undefined };

/** UTXOs as a list or as a look-up by CB58 of the UTXO's id (`inputIDOf`). A UTXO that is not in the list is unknown. */
export type UTXOs = readonly AnyUTXO[] | FactLookup<AnyUTXO>;

/** An owner. `locktime` is 0 if omitted. */
export interface OwnerFacts {
  readonly locktime?: bigint;
  readonly threshold: number;
  readonly addresses: readonly Uint8Array[];
}

/** The contract that manages the validators of an L1. */
export interface ManagerFacts {
  /** 32 bytes. */
  readonly chainID: Uint8Array;
  readonly address: Uint8Array;
}

/** What the P-chain knows about a subnet. `undefined` fields are unknown. */
export interface SubnetFacts {
  readonly owner?: OwnerFacts | undefined;
  /** The transaction that made it elastic; `null` if it is not elastic. */
  readonly transformation?: TransformSubnetTx | null | undefined;
  /** The manager of the L1; `null` if it is not an L1. */
  readonly manager?: ManagerFacts | null | undefined;
  /** Sum of the weights of its L1 validators, inactive ones included. */
  readonly l1Weight?: bigint | undefined;
}

/** The time and weight of a stake. */
export interface StakeFacts {
  /** Unix seconds; for an auto-renewed validator, the start of its current period. */
  readonly start: bigint;
  /** Unix seconds. */
  readonly end: bigint;
  /** In nAVAX, or in the unit of the subnet's asset. */
  readonly weight: bigint;
}

/** A current or pending validator of the primary network or of a subnet. */
export interface ValidatorFacts extends StakeFacts {
  /** Whether the subnet's owner added it (AddSubnetValidatorTx), without a stake. */
  readonly permissioned: boolean;
  /** All its current and pending delegations. */
  readonly delegators?: readonly StakeFacts[] | undefined;
}

/** A validator of an L1. `undefined` fields are unknown. */
export interface L1ValidatorFacts {
  readonly subnetID?: Uint8Array | undefined;
  readonly weight?: bigint | undefined;
  /** Lowest nonce that the next message about its weight may have. */
  readonly minNonce?: bigint | undefined;
  /** Remaining balance in nAVAX; 0 if inactive. */
  readonly balance?: bigint | undefined;
  /** The owner that can disable it. */
  readonly deactivationOwner?: OwnerFacts | undefined;
}

/** A current auto-renewed validator. */
export interface AutoRenewedFacts {
  readonly validatorAuthority?: OwnerFacts | undefined;
}

/** An account of the C-chain. */
export interface AccountFacts {
  readonly nonce: bigint;
  /** In wei. */
  readonly balance: bigint;
}

/** The mempool: transactions that the node has not put into a block yet. */
export interface Pool {
  readonly txs: readonly { readonly unsignedTx: AnyUnsignedTx }[];
  /** Capacity. P: gas, 1,000,000 if omitted. X: bytes, 64 MiB if omitted. C: transactions, 1,024 if omitted. */
  readonly capacity?: bigint;
}

/** Functions of `avalanche-tx/bls`. */
export interface BLS {
  readonly verifyPossession: (signer: {
    readonly publicKey: Uint8Array;
    readonly proofOfPossession: Uint8Array;
  }) => boolean;
  readonly verifyMessage: (
    signed: Uint8Array,
    set: SignerSet,
    options: { readonly networkID: number },
  ) => void;
}

/**
 * The facts that a transaction is checked against. Only `network` is required; every rule that needs another missing fact is `not
 * checked`. A fact is read only if the transaction refers to it.
 */
export interface Facts {
  /** The network: `mainnet`, `fuji`, or the parameters of another. */
  readonly network: Network;
  /** The instance of the AVM, if it is not the X-chain. */
  readonly blockchain?: Chain | undefined;
  /**
   * Unix seconds of the block that would contain the transaction (`nextBlockTime`). Upgrades, staking periods and expiries are
   * compared with it.
   */
  readonly time?: bigint | undefined;
  /** Unix seconds of the node's clock, which locks are compared with; `time` if omitted. */
  readonly clock?: bigint | undefined;
  /** UTXOs of the transaction's own chain. */
  readonly utxos?: UTXOs | undefined;
  /** UTXOs that can be imported, by the chain that exported them. */
  readonly imports?:
    | {
        readonly P?: UTXOs | undefined;
        readonly X?: UTXOs | undefined;
        readonly C?: UTXOs | undefined;
      }
    | undefined;
  /** P: price in nAVAX per unit of gas, and remaining gas, both at `time` (`advanceFeeState`). */
  readonly feeState?:
    | { readonly price?: bigint | undefined; readonly capacity?: bigint | undefined }
    | undefined;
  /** C: price in wei per unit of gas. */
  readonly baseFee?: bigint | undefined;
  /** Subnets, by CB58 id. */
  readonly subnets?: FactLookup<SubnetFacts> | undefined;
  /** Validators other than those of L1s, by `nodeKeyOf`. */
  readonly validators?: FactLookup<ValidatorFacts> | undefined;
  /** Current auto-renewed validators, by CB58 of the transaction that added them. */
  readonly autoRenewed?: FactLookup<AutoRenewedFacts> | undefined;
  /** L1 validators, by CB58 of the validation. */
  readonly l1Validators?: FactLookup<L1ValidatorFacts> | undefined;
  /** L1 validators by `nodeKeyOf` of subnet and node: any value if the node is a validator, `null` if not. */
  readonly l1Nodes?: FactLookup<unknown> | undefined;
  /** Number of active L1 validators of all subnets. */
  readonly activeL1Validators?: bigint | undefined;
  /** Fees in nAVAX that an L1 validator active since Etna would have paid. */
  readonly accruedFees?: bigint | undefined;
  /** Unexpired registrations of L1 validators, by CB58 of the validation: any value if it exists, `null` if not. */
  readonly expiries?: FactLookup<unknown> | undefined;
  /** Validators that can sign warp messages, by CB58 of the source chain. */
  readonly signers?: FactLookup<SignerSet> | undefined;
  /**
   * `{ verifyPossession, verifyMessage: verifyWarpMessage }` of `avalanche-tx/bls`. If omitted, proofs of possession and warp signatures are not
   * checked.
   */
  readonly bls?: BLS | undefined;
  /** Recovers the signers, made by `checkedRecover`; `@noble/secp256k1` if omitted. */
  readonly recover?: Recover | undefined;
  /** X: indices of the feature extensions that an asset was created with (0 secp256k1fx, 1 nftfx, 2 propertyfx), by CB58 asset id. */
  readonly assets?: FactLookup<readonly number[]> | undefined;
  /** C: accounts by address, `0x` and 40 digits in lower case. */
  readonly accounts?: FactLookup<AccountFacts> | undefined;
  /** Mempool of the node that receives the transaction; assumed to be empty if omitted. */
  readonly pool?: Pool | undefined;
}

/** Returns a look-up of a complete list: what is not in it does not exist on the chain. */
export function completeList<V>(list: {
  get(key: string): V | undefined;
}): (key: string) => V | null {
  return (key) => list.get(key) ?? null;
}

/** Returns the key of a node in a subnet: CB58 of the subnet, a space, `NodeID-…`. The id of the primary network is all zeros. */
export function nodeKeyOf(subnetID: Uint8Array, nodeID: Uint8Array): string {
  return `${formatID(subnetID)} ${formatNodeID(nodeID)}`;
}

/** A fact that a rule needs and does not have. */
export interface MissingFact {
  readonly missing: keyof Facts | 'signatures';
  readonly detail: string;
}

/** Returns the error for a missing fact, which makes a rule `not checked`. */
export const missing = (fact: keyof Facts | 'signatures', what: string): AvalancheError =>
  new AvalancheError('MissingState', `needs ${what}`, { what, missing: fact });

/** Runs `f`. A failure counts as a missing fact, since another rule reports it. */
export function given<V>(
  f: () => V,
  fact: keyof Facts | 'signatures',
  what: string | (() => string),
): V {
  try {
    return f();
  } catch (e) {
    if (!isError(e) || e.code === 'MissingState') throw e;
    throw missing(fact, typeof what === 'string' ? what : what());
  }
}

/** Runs `f` for each element. A missing fact of one element does not stop the check of the others. */
export function forEachKnown<V>(list: readonly V[], f: (value: V, i: number) => void): void {
  let unknown: AvalancheError | undefined;
  list.forEach((value, i) => {
    try {
      f(value, i);
    } catch (e) {
      if (!isError(e, 'MissingState')) throw e;
      unknown ??= e;
    }
  });
  if (unknown) throw unknown;
}

/** Returns a fact, or throws if it is unknown. */
export function need<V>(value: V | undefined, fact: keyof Facts, what: string): V {
  if (value === undefined) throw missing(fact, what);
  return value;
}

/** Returns the value of a look-up, or `null` if the chain does not have it. */
export function ask<V>(
  lookup: FactLookup<V> | undefined,
  key: string,
  fact: keyof Facts,
  what: string,
): V | null {
  const value = lookup && (typeof lookup === 'function' ? lookup(key) : lookup.get(key));
  return need(value, fact, what);
}

/** Returns the value of a look-up, which the chain must have. */
export function find<V>(
  lookup: FactLookup<V> | undefined,
  key: string,
  fact: keyof Facts,
  what: string,
): V {
  const value = ask(lookup, key, fact, what);
  if (value === null)
    throw new AvalancheError('NotFound', `the chain does not have ${what}`, { what });
  return value;
}

const blockTime = 'the time of the block that would contain it';

/** Returns the Unix seconds of the block that would contain the transaction. */
export const timeOf = ({ time }: Facts): bigint => need(time, 'time', blockTime);

/** What a rule returns without it: whoever reads an old transaction has none. */
export const withoutTime: MissingFact = { missing: 'time', detail: `needs ${blockTime}` };

/** Returns the Unix seconds of the node's clock. */
export const clockOf = ({ clock, time }: Facts): bigint =>
  need(clock ?? time, 'clock', "the time of the node's clock");

const timesArgument = /* @__PURE__ */ (() =>
  objectOf({ clock: aTime, last: aTime, change: optional(aTime) }))();

/**
 * Returns the time of the next P-chain block: the node's clock, but not before the last block, and not after the next change of
 * stakers. Source: avalanchego `vms/platformvm/state/chain_time_helpers.go` `NextBlockTime`.
 * @param times Unix seconds; `change` is the next time at which a staker starts or ends, or an L1 validator's balance is used up.
 * @example
 * nextBlockTime({ clock: 1_800_000_000n, last: 1_799_999_000n }); // 1_800_000_000n
 */
export function nextBlockTime(times: {
  readonly clock: bigint;
  readonly last: bigint;
  readonly change?: bigint;
}): bigint {
  checkArgument(times, timesArgument, 'times');
  const { clock, last, change } = times;
  const time = clock > last ? clock : last;
  return change !== undefined && change < time ? change : time;
}

/**
 * Returns the facts that a state contains. A UTXO, account or subnet that is not in the state is unknown.
 * @throws {AvalancheError} As the parsers of addresses, under `authorities`.
 */
export function factsOfState(state: State): Facts {
  checkStateShape(state);
  const { chain, network, time, imports } = state;
  const common = { network, time, imports };
  if (chain === 'C') return { ...common, ...accountsOf(state) };
  if (chain === 'X') return { ...common, blockchain: state.blockchain, utxos: state.utxos };
  const { price, capacity } = within(['state', 'feeState'], () => currentFeeState(state));
  return {
    ...common,
    utxos: state.utxos,
    // A node reports 0 if it does not know its capacity.
    feeState: { price, capacity: state.feeState.capacity === 0n ? undefined : capacity },
    ...authoritiesOf(state),
  };
}

function accountsOf({ accounts, baseFee }: CState): Pick<Facts, 'accounts' | 'baseFee'> {
  return {
    baseFee,
    accounts: new Map(accounts.map((account) => [account.address as string, account])),
  };
}

/** Converts authorities. A state has the owner of an id, but not whether the id is that of a subnet or a validator. */
function authoritiesOf({
  authorities = {},
  network,
}: PState): Pick<Facts, 'subnets' | 'l1Validators' | 'autoRenewed'> {
  const lookups =
    <V>(make: (owner: OwnerFacts) => V) =>
    (id: string): V | undefined => {
      if (!Object.hasOwn(authorities, id)) return undefined;
      return make(
        within(['authorities', id], () =>
          authorityOwner(authorities[id]!, network.chains.P, network),
        ),
      );
    };
  return {
    subnets: lookups((owner) => ({ owner })),
    l1Validators: lookups((deactivationOwner) => ({ deactivationOwner })),
    autoRenewed: lookups((validatorAuthority) => ({ validatorAuthority })),
  };
}
