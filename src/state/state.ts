/**
 * The state of a chain as a node reported it: UTXOs or accounts, fees and time. States are plain data, so their
 * shape is checked here when a caller passes one.
 */

import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { AvalancheError, isError, type Path } from '../errors/error.ts';
import {
  blockchainArgument,
  type Chain,
  type Network,
  networkArgument,
} from '../network/network.ts';
import {
  aBigint,
  aList,
  aListOf,
  anObject,
  aText,
  checkArgument,
  objectOf,
  optional,
  someBytes,
  wordOf,
} from '../schema/check.ts';
import type { Wei } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { checkUTXO } from '../tx/output.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Evidence } from './evidence.ts';
import type { Address, Owner } from './owner.ts';

interface Common {
  /** The network: `mainnet`, `fuji`, or the parameters of another. */
  readonly network: Network;
  /** Addresses whose keys can sign; only UTXOs that they can spend are spent. */
  readonly from: readonly Address[];
  /**
   * The local clock in Unix seconds. A node compares locks with its own clock, which is also the time of the next
   * block. A clock that is slightly behind is safe; one that is ahead is not.
   */
  readonly time: bigint;
  /** Derivation paths (`m/44'/9000'/0'/0/0`) by address in text; on C also by account. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Transactions that prove the owners of the UTXOs and authorities listed here. */
  readonly evidence?: readonly Evidence[];
  /**
   * Addresses that the caller confirms as its own. A file cannot do that: `parseState` never reads this field and
   * `formatState` never writes it. The addresses in `from` are only a claim of whoever made the state.
   */
  readonly own?: readonly Address[];
}

interface ChangeOwner {
  /** Receives the change, unless the build's options name another owner. */
  readonly change?: Owner;
}

/** The fee state of the P-chain as `platform.getFeeState` returns it: it describes the last accepted block. */
export interface NodeFeeState {
  /** nAVAX per unit of gas. */
  readonly price: bigint;
  /**
   * Gas that a block at that time can use; 0 at genesis, before any block. If omitted or 0, only the maximum
   * capacity limits.
   */
  readonly capacity?: bigint;
  /**
   * Gas used above the target, which determines the price. If omitted, the price cannot be advanced to a later
   * time.
   */
  readonly excess?: bigint;
}

/**
 * State of the P-chain, from which transactions are built: UTXOs with amounts in nAVAX, fees in nAVAX per unit of gas, times in Unix
 * seconds. `connect(url).pchain.state(addresses)` reads it from a node, `parseState(text)` from a file.
 */
export interface PState extends Common, ChangeOwner {
  /** The chain of the state. */
  readonly chain: 'P';
  /** UTXOs of `from` on the chain. A node's `getUTXOs` returns them as bytes, which `openAll` reads. */
  readonly utxos: readonly PUTXO[];
  /** Pending imports, by the chain that exported them. */
  readonly imports?: {
    /** Exported by the X-chain. */
    readonly X?: readonly PUTXO[];
    /** Exported by the C-chain. */
    readonly C?: readonly PUTXO[];
  };
  /**
   * Time of the last accepted block in Unix seconds, rounded down; `feeState` refers to it. If omitted, `feeState`
   * is assumed to refer to `time`.
   */
  readonly chainTime?: bigint;
  /** The fee state after the last accepted block. `feeStateNow` advances it to `time`. */
  readonly feeState: NodeFeeState;
  /**
   * Current owners, by CB58 id of a subnet, of an L1 validation (its deactivation owner) or of the transaction
   * that added an auto-renewed validator. An owner with threshold 0 and no addresses means "nobody".
   */
  readonly authorities?: Readonly<Record<string, Owner>>;
}

/**
 * State of the X-chain or another instance of the AVM, from which transactions are built: UTXOs with amounts in nAVAX or units of other
 * assets, times in Unix seconds. `connect(url).xchain.state(addresses)` reads it from a node, `parseState(text)` from a file.
 */
export interface XState extends Common, ChangeOwner {
  /** The chain of the state. */
  readonly chain: 'X';
  /** The AVM instance, if it is not the X-chain. */
  readonly blockchain?: Chain;
  /** UTXOs of `from` on the chain. A node's `getUTXOs` returns them as bytes, which `openAll` reads. */
  readonly utxos: readonly XUTXO[];
  /** Pending imports, by the chain that exported them. */
  readonly imports?: {
    /** Exported by the P-chain. */
    readonly P?: readonly XUTXO[];
    /** Exported by the C-chain. */
    readonly C?: readonly XUTXO[];
  };
}

/** An account of the C-chain. */
export interface EVMAccount {
  /** Address in lower case. */
  readonly address: `0x${string}`;
  /** Nonce of its next transaction, whether atomic or not. */
  readonly nonce: bigint;
  /** Balance in wei: 1 AVAX is 10¹⁸ wei. */
  readonly balance: Wei;
}

/**
 * State of the C-chain, from which atomic transactions are built: accounts with balances in wei, pending imports in nAVAX, a base fee in
 * wei, times in Unix seconds. `connect(url).cchain.state(addresses)` reads it from a node, `parseState(text)` from a file.
 */
export interface CState extends Common {
  /** The chain of the state. */
  readonly chain: 'C';
  /** Accounts whose keys can sign. */
  readonly accounts: readonly EVMAccount[];
  /** Pending imports of `from`, by the chain that exported them. */
  readonly imports?: {
    /** Exported by the P-chain. */
    readonly P?: readonly CUTXO[];
    /** Exported by the X-chain. */
    readonly X?: readonly CUTXO[];
  };
  /** Base fee in wei per unit of gas. It changes with each block, so allow a margin. */
  readonly baseFee: Wei;
}

/** State of a chain with UTXOs: all input of a build. */
export type UTXOState = PState | XState;

/** State of any chain: all input of a build. `parseState` and `formatState` read and write it as a file. */
export type State = UTXOState | CState;

/** The fields that identify the blockchain of a state or draft. */
interface Placed {
  readonly chain: 'P' | 'X' | 'C';
  readonly network: Network;
  readonly blockchain?: Chain;
}

/** Returns the blockchain of a state or draft. */
export const blockchainOf = (state: Placed): Chain =>
  (state.chain === 'X' && state.blockchain) || state.network.chains[state.chain];

/** Returns the network of a state or draft, and the blockchain if it is another instance of the AVM. */
export const placeOf = ({
  chain,
  network,
  blockchain,
}: Placed): { readonly network: Network; readonly blockchain?: Chain } => ({
  network,
  ...(chain === 'X' && blockchain && { blockchain }),
});

/** All UTXOs of a state, pending imports included. */
export const allUTXOsOf = (state: State): readonly AnyUTXO[] => [
  ...(state.chain === 'C' ? [] : state.utxos),
  ...Object.values(state.imports ?? {}).flat(),
];

/** Maximum length of an alias; an id as text has at most 51 characters. */
const maxAlias = 64;

/**
 * Checks that an AVM instance cannot be confused with a chain of the primary network, by id or by displayed name.
 * @throws {AvalancheError} `WrongChain`: under `blockchainID`, a chain of the primary network; under `alias`, the
 *   name of one; `TooLong`.
 */
export function verifyInstance({ alias, blockchainID }: Chain, network: Network): void {
  const known = Object.values(network.chains);
  const wrong = (field: string, have: string): AvalancheError =>
    new AvalancheError('WrongChain', `is that of the ${have}-chain`, {
      have,
      need: 'another instance of the AVM',
    }).at(field);
  const same = known.find((chain) => equalBytes(chain.blockchainID, blockchainID));
  if (same) throw wrong('blockchainID', same.alias);
  const named = known.find((chain) => chain.alias.toLowerCase() === alias.toLowerCase());
  if (named) throw wrong('alias', named.alias);
  if (alias.length > maxAlias)
    throw new AvalancheError('TooLong', `${alias.length} characters, at most ${maxAlias}`, {
      length: alias.length,
      max: maxAlias,
    }).at('alias');
}

/** What all states have. */
export const stateArgument = /* @__PURE__ */ (() =>
  objectOf(
    {
      chain: wordOf('P', 'X', 'C'),
      network: networkArgument,
      from: aList,
      own: optional(aList),
      paths: optional(anObject),
      evidence: optional(aListOf(objectOf({ chain: aText, bytes: someBytes }))),
      imports: optional(objectOf({ P: optional(aList), X: optional(aList), C: optional(aList) })),
    },
    { name: 'a state' },
  ))();
const accountState = /* @__PURE__ */ (() => objectOf({ accounts: aListOf(anObject) }))();
const utxoState = /* @__PURE__ */ objectOf({ utxos: aList, blockchain: blockchainArgument });
const pState = /* @__PURE__ */ (() =>
  objectOf({
    feeState: objectOf({ price: aBigint, capacity: optional(aBigint), excess: optional(aBigint) }),
    authorities: optional(anObject),
  }))();

/**
 * Checks the shape of a state that a caller passes.
 * @throws {AvalancheError} `BadArgument`, under `state`.
 */
export function checkStateShape(state: State): void {
  checkArgument(state, stateArgument, 'state');
  checkArgument(state, state.chain === 'C' ? accountState : utxoState, 'state');
  if (state.chain === 'P') checkArgument(state, pState, 'state');
  if (state.chain !== 'C') checkUTXOs(state.utxos, 'state', 'utxos');
  for (const [chain, utxos] of Object.entries(state.imports ?? {}))
    if (Array.isArray(utxos)) checkUTXOs(utxos, 'state', 'imports', chain);
}

/**
 * Checks a list of UTXOs that a caller gives.
 * @throws {AvalancheError} `BadArgument`, under the path.
 */
export function checkUTXOs(
  utxos: readonly Pick<AnyUTXO, 'txID' | 'outputIndex' | 'assetID' | 'output'>[],
  ...path: Path
): void {
  checkArgument(utxos, aList, ...path);
  for (let i = 0; i < utxos.length; i++)
    try {
      checkUTXO(utxos[i]!);
    } catch (e) {
      throw isError(e) ? e.at(...path, i) : e;
    }
}
