/** What a rule can know of the chain: facts, which a caller gives or a state has. A fact that is missing makes a rule `not checked`. */
import type { TransformSubnetTx } from '../chain/pchain/subnets.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import type { Chain, Network } from '../network/network.ts';
import { authorityOwner } from '../state/owner.ts';
import type { CState, PState, State } from '../state/state.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import type { SignerSet } from '../warp/signerset.ts';

/**
 * Facts by key: a function, a `Map`, or anything with `get`. `null`: the chain does not have it. `undefined`: not known.
 * `completeLookup` makes a look-up of a `Map` that lists everything.
 */
export type FactLookup<V> =
  | ((key: string) => V | null | undefined)
  | { get(key: string): V | null | undefined };

/** UTXOs: a list, where a UTXO that is not listed is not known; or a look-up by CB58 of the UTXO's id (`inputIDOf`). */
export type UTXOs = readonly AnyUTXO[] | FactLookup<AnyUTXO>;

/** Who may sign. Without a `locktime` it is 0. */
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

/** What the P-chain knows about a subnet. A field that is `undefined` is not known. */
export interface SubnetFacts {
  readonly owner?: OwnerFacts | undefined;
  /** How it became elastic; `null`: it did not. */
  readonly transformation?: TransformSubnetTx | null | undefined;
  /** The manager that its conversion to an L1 named; `null`: it is not an L1. */
  readonly manager?: ManagerFacts | null | undefined;
  /** Sum of the weights of its L1 validators, inactive ones included. */
  readonly l1Weight?: bigint | undefined;
}

/** The time and weight of a stake. */
export interface StakeFacts {
  /** Unix seconds. Of an auto-renewed validator, of its current period. */
  readonly start: bigint;
  /** Unix seconds. */
  readonly end: bigint;
  /** nAVAX, or the unit of the subnet. */
  readonly weight: bigint;
}

/** A current or pending validator of the primary network or of a subnet. */
export interface ValidatorFacts extends StakeFacts {
  /** The owner of the subnet added it (AddSubnetValidatorTx): it stakes nothing. */
  readonly permissioned: boolean;
  /** All current and pending delegations to it. */
  readonly delegators?: readonly StakeFacts[] | undefined;
}

/** A validator of an L1. A field that is `undefined` is not known. */
export interface L1ValidatorFacts {
  readonly subnetID?: Uint8Array | undefined;
  readonly weight?: bigint | undefined;
  /** The next message about its weight must have at least this nonce. */
  readonly minNonce?: bigint | undefined;
  /** nAVAX left; 0: inactive. */
  readonly balance?: bigint | undefined;
  /** Who may disable it. */
  readonly deactivationOwner?: OwnerFacts | undefined;
}

/** A current auto-renewed validator. */
export interface AutoRenewedFacts {
  readonly authority?: OwnerFacts | undefined;
}

/** An account of the C-chain. */
export interface AccountFacts {
  readonly nonce: bigint;
  /** wei */
  readonly balance: bigint;
}

/** The transactions that a node has not put into a block yet. */
export interface Pool {
  readonly txs: readonly { readonly unsignedTx: AnyUnsignedTx }[];
  /** P: gas, 1,000,000 if not given. X: bytes, 64 MiB if not given. C: transactions, 1,024 if not given. */
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
 * What a transaction is checked against. Only `network` is needed; every other fact that is missing leaves the rules that need it
 * `not checked`. A fact is read only if the transaction names it.
 */
export interface Facts {
  readonly network: Network;
  /** The instance of the AVM, if it is not the X-chain. */
  readonly blockchain?: Chain | undefined;
  /**
   * Unix seconds of the block that would contain the transaction (`nextBlockTime`): upgrades, staking periods and expiries are
   * compared with it.
   */
  readonly time?: bigint | undefined;
  /** Unix seconds of the node's clock: locks are compared with it. `time` if not given. */
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
  /** P: nAVAX for a unit of gas, and the gas left, both at `time` (`advanceFeeState`). */
  readonly feeState?:
    | { readonly price?: bigint | undefined; readonly capacity?: bigint | undefined }
    | undefined;
  /** C: wei for a unit of gas. */
  readonly baseFee?: bigint | undefined;
  /** By CB58 of the subnet. */
  readonly subnets?: FactLookup<SubnetFacts> | undefined;
  /** Validators other than those of L1s, by `nodeKeyOf`. */
  readonly validators?: FactLookup<ValidatorFacts> | undefined;
  /** Current auto-renewed validators, by CB58 of the transaction that added them. */
  readonly autoRenewed?: FactLookup<AutoRenewedFacts> | undefined;
  /** By CB58 of the validation. */
  readonly l1Validators?: FactLookup<L1ValidatorFacts> | undefined;
  /** Validations of L1s by `nodeKeyOf` of subnet and node: anything for a validator, `null` for none. */
  readonly l1Nodes?: FactLookup<unknown> | undefined;
  /** Number of active L1 validators of all subnets. */
  readonly activeL1Validators?: bigint | undefined;
  /** nAVAX that an L1 validator would have paid that is active since Etna. */
  readonly accruedFees?: bigint | undefined;
  /** Registrations of L1 validators that have not expired, by CB58 of the validation: anything for one, `null` for none. */
  readonly expiries?: FactLookup<unknown> | undefined;
  /** Who can sign warp messages, by CB58 of the source chain. */
  readonly signers?: FactLookup<SignerSet> | undefined;
  /** `import * as bls from 'avalanche-tx/bls'`. Without it proofs of possession and warp signatures are not checked. */
  readonly bls?: BLS | undefined;
  /** X: places of the feature extensions that an asset was created with (0 secp256k1fx, 1 nftfx, 2 propertyfx), by CB58. */
  readonly assets?: FactLookup<readonly number[]> | undefined;
  /** C: by address, `0x` and 40 digits in lower case. */
  readonly accounts?: FactLookup<AccountFacts> | undefined;
  /** What waits in the pool of the node that the transaction is submitted to. Without it the pool is taken to be empty. */
  readonly pool?: Pool | undefined;
}

/** A look-up of a list that is known to be whole: what is not in it does not exist. */
export function completeLookup<V>(list: {
  get(key: string): V | undefined;
}): (key: string) => V | null {
  return (key) => list.get(key) ?? null;
}

/** The key of a node in a subnet: CB58 of the subnet, a space, `NodeID-…`. The primary network's id is zero. */
export function nodeKeyOf(subnetID: Uint8Array, nodeID: Uint8Array): string {
  return `${formatID(subnetID)} ${formatNodeID(nodeID)}`;
}

/** A fact that a rule lacks. */
export interface MissingFact {
  readonly missing: keyof Facts | 'signatures';
  readonly detail: string;
}

/** The error that leaves a rule not checked, with the name of the fact. */
export const missing = (fact: keyof Facts | 'signatures', what: string): AvalancheError =>
  new AvalancheError('MissingState', `needs ${what}`, { what, missing: fact });

/** Runs `f`. If it fails, another rule refuses or needs the same, so the rule that runs it is not checked. */
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

/** Runs `f` for each element. One that misses a fact does not keep the others from being checked. */
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

/** A fact that must be known. */
export function need<V>(value: V | undefined, fact: keyof Facts, what: string): V {
  if (value === undefined) throw missing(fact, what);
  return value;
}

/** The value of a look-up, `null` if the chain has none. */
export function ask<V>(
  of: FactLookup<V> | undefined,
  key: string,
  fact: keyof Facts,
  what: string,
): V | null {
  const value = of && (typeof of === 'function' ? of(key) : of.get(key));
  return need(value, fact, what);
}

/** The value of a look-up that the chain must have. */
export function find<V>(
  of: FactLookup<V> | undefined,
  key: string,
  fact: keyof Facts,
  what: string,
): V {
  const value = ask(of, key, fact, what);
  if (value === null)
    throw new AvalancheError('NotFound', `the chain does not have ${what}`, { what });
  return value;
}

const blockTime = 'the time of the block that would contain it';

/** Unix seconds of the block that would contain the transaction. */
export const timeOf = ({ time }: Facts): bigint => need(time, 'time', blockTime);

/** What a rule returns without it: whoever reads an old transaction has none. */
export const withoutTime: MissingFact = { missing: 'time', detail: `needs ${blockTime}` };

/** Unix seconds of the node's clock. */
export const clockOf = ({ clock, time }: Facts): bigint =>
  need(clock ?? time, 'clock', "the time of the node's clock");

/**
 * The time of the next P-chain block: the node's clock, but not before the last block, and not after the next change of stakers.
 * Source: avalanchego `vms/platformvm/state/chain_time_helpers.go` `NextBlockTime`.
 * @param of Unix seconds; `change` is the next time at which a staker starts or ends, or an L1 validator's balance is used up.
 * @example
 * nextBlockTime({ clock: 1_800_000_000n, last: 1_799_999_000n }); // 1_800_000_000n
 */
export function nextBlockTime(of: {
  readonly clock: bigint;
  readonly last: bigint;
  readonly change?: bigint;
}): bigint {
  const { clock, last, change } = of;
  const time = clock > last ? clock : last;
  return change !== undefined && change < time ? change : time;
}

/**
 * The facts of a state. What a state lists is all that it knows: a UTXO, account or subnet that is not in it is not known.
 * @throws {AvalancheError} What addresses throw, under `authorities`.
 */
export function factsOfState(state: State): Facts {
  const { chain, network, time, imports } = state;
  const common = { network, time, imports };
  if (chain === 'C') return { ...common, ...accountsOf(state) };
  if (chain === 'X') return { ...common, blockchain: state.blockchain, utxos: state.utxos };
  const { price, capacity } = state.feeState;
  return {
    ...common,
    utxos: state.utxos,
    // A node that does not know its capacity says 0.
    feeState: { price, capacity: capacity === 0n ? undefined : capacity },
    ...authoritiesOf(state),
  };
}

function accountsOf({ accounts, baseFee }: CState): Pick<Facts, 'accounts' | 'baseFee'> {
  return { baseFee, accounts: new Map(accounts.map((of) => [of.address as string, of])) };
}

/** A state says the owner of an id, and not what the id is of. */
function authoritiesOf({
  authorities = {},
  network,
}: PState): Pick<Facts, 'subnets' | 'l1Validators' | 'autoRenewed'> {
  const by =
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
    subnets: by((owner) => ({ owner })),
    l1Validators: by((deactivationOwner) => ({ deactivationOwner })),
    autoRenewed: by((authority) => ({ authority })),
  };
}
