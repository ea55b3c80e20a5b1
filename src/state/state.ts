/** What a node said about a chain: UTXOs or accounts, fees and time. Plain data, which the checks here hold against a caller. */
import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { badArgument, checkShape, type Shape } from '../errors/arguments.ts';
import { AvalancheError, isError, type Path } from '../errors/error.ts';
import { blockchainShape, type Chain, type Network, networkShape } from '../network/network.ts';
import type { Wei } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { checkUTXO } from '../tx/output.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Evidence } from './evidence.ts';
import type { Address, Owner } from './owner.ts';

interface Common {
  readonly network: Network;
  /** Addresses whose keys can sign; only what they can spend is spent. */
  readonly from: readonly Address[];
  /**
   * The wall clock, in Unix seconds. A node compares locks with its own clock, and the next block has the clock's time. A clock that is
   * a little late is safe, one that is early is not.
   */
  readonly time: bigint;
  /** Derivation path (`m/44'/9000'/0'/0/0`) by address text, on C by account too. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Transactions that prove who owns what is listed here. */
  readonly evidence?: readonly Evidence[];
  /**
   * Addresses that the caller says are its own, as no file can: `parseState` never reads it, `formatState` never writes it. What
   * `from` lists is a claim of whoever made the state.
   */
  readonly own?: readonly Address[];
}

interface ChangeOwner {
  /** Gets what is left over, unless the build's options name another. */
  readonly change?: Owner;
}

/** The fee state of the P-chain as `platform.getFeeState` returns it: it describes the last accepted block. */
export interface NodeFeeState {
  /** nAVAX per unit of gas. */
  readonly price: bigint;
  /** Gas that a block at that time can use; 0 at genesis, before anything was built. Without it, or with 0, only the maximum limits. */
  readonly capacity?: bigint;
  /** Gas used above the target, which sets the price. Without it, the price cannot be advanced. */
  readonly excess?: bigint;
}

/** What a node said about the P-chain. */
export interface PState extends Common, ChangeOwner {
  /** The chain of the state. */
  readonly chain: 'P';
  /** UTXOs of `from` on the chain. */
  readonly utxos: readonly PUTXO[];
  /** UTXOs that wait to be imported, by the chain that exported them. */
  readonly imports?: {
    /** Exported by the X-chain. */
    readonly X?: readonly PUTXO[];
    /** Exported by the C-chain. */
    readonly C?: readonly PUTXO[];
  };
  /**
   * The time of the last accepted block, in Unix seconds, rounded down. `feeState` is of this time. Where it is absent, `feeState` is
   * taken to be of `time`.
   */
  readonly chainTime?: bigint;
  /** The fee state after the last accepted block. `feeStateNow` advances it to `time`. */
  readonly feeState: NodeFeeState;
  /**
   * Who must agree now, by CB58 of a subnet, of an L1 validation (its deactivation owner) or of the transaction that added
   * an auto-renewed validator. Nobody is 0 of no addresses.
   */
  readonly authorities?: Readonly<Record<string, Owner>>;
}

/** What a node said about the X-chain, or another instance of its VM. */
export interface XState extends Common, ChangeOwner {
  /** The chain of the state. */
  readonly chain: 'X';
  /** The instance, if it is not the X-chain. */
  readonly blockchain?: Chain;
  /** UTXOs of `from` on the chain. */
  readonly utxos: readonly XUTXO[];
  /** UTXOs that wait to be imported, by the chain that exported them. */
  readonly imports?: {
    /** Exported by the P-chain. */
    readonly P?: readonly XUTXO[];
    /** Exported by the C-chain. */
    readonly C?: readonly XUTXO[];
  };
}

/** An account of the C-chain. */
export interface EVMAccount {
  /** In lower case. */
  readonly address: `0x${string}`;
  /** What its next transaction must say, atomic or not. */
  readonly nonce: bigint;
  /** Wei: 10¹⁸ for each AVAX. */
  readonly balance: Wei;
}

/** What a node said about the C-chain. */
export interface CState extends Common {
  /** The chain of the state. */
  readonly chain: 'C';
  /** Accounts whose keys can sign. */
  readonly accounts: readonly EVMAccount[];
  /** UTXOs of `from` that wait to be imported, by the chain that exported them. */
  readonly imports?: {
    /** Exported by the P-chain. */
    readonly P?: readonly CUTXO[];
    /** Exported by the X-chain. */
    readonly X?: readonly CUTXO[];
  };
  /** What a unit of gas costs. It changes with each block, so a margin is wise. */
  readonly baseFee: Wei;
}

/** All that a build on a chain of UTXOs knows. */
export type UTXOState = PState | XState;

/** All that a build knows: `parseState` and `formatState` carry it in one file. */
export type State = UTXOState | CState;

/** What says which blockchain a state or a draft is of. */
interface Placed {
  readonly chain: 'P' | 'X' | 'C';
  readonly network: Network;
  readonly blockchain?: Chain;
}

/** The blockchain that a state or a draft is of. */
export const blockchainOf = (of: Placed): Chain =>
  (of.chain === 'X' && of.blockchain) || of.network.chains[of.chain];

/** The network of a state or a draft, and the blockchain if it is another instance of the AVM. */
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

/** Most characters of an alias: an id as text has at most 51. */
const maxAlias = 64;

/**
 * Checks that an instance of the AVM is not confused with a chain of the primary network, by its id or in what is shown.
 * @throws {AvalancheError} `WrongChain`: under `blockchainID`, a chain of the primary network; under `alias`, the name of one; `TooLong`.
 */
export function verifyInstance({ alias, blockchainID }: Chain, network: Network): void {
  const known = Object.values(network.chains);
  const wrong = (at: string, have: string): AvalancheError =>
    new AvalancheError('WrongChain', `is that of the ${have}-chain`, {
      have,
      need: 'another instance of the AVM',
    }).at(at);
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

const common: Shape = {
  chain: 'text',
  network: networkShape,
  from: 'a list',
  own: { '?': 'a list' },
  paths: { '?': 'an object' },
  evidence: { '?': [{ chain: 'text', bytes: 'bytes' }] },
  imports: { '?': { P: { '?': 'a list' }, X: { '?': 'a list' }, C: { '?': 'a list' } } },
};

/**
 * Checks a state that a caller gives.
 * @throws {AvalancheError} `BadArgument`, under `state`.
 */
export function checkStateShape(state: State): void {
  checkShape(state, common, 'state');
  if (!Object.hasOwn(state.network.chains, state.chain))
    throw badArgument('P, X or C', state.chain).at('state', 'chain');
  if (state.chain === 'C') checkShape(state, { accounts: ['an object'] }, 'state');
  else checkShape(state, { utxos: 'a list', blockchain: blockchainShape }, 'state');
  if (state.chain === 'P')
    checkShape(
      state,
      {
        feeState: { price: 'bigint', capacity: { '?': 'bigint' }, excess: { '?': 'bigint' } },
        authorities: { '?': 'an object' },
      },
      'state',
    );
  if (state.chain !== 'C') checkUTXOs(state.utxos, 'state', 'utxos');
  for (const [chain, utxos] of Object.entries(state.imports ?? {}))
    checkUTXOs(utxos ?? [], 'state', 'imports', chain);
}

function checkUTXOs(utxos: readonly AnyUTXO[], ...path: Path): void {
  for (let i = 0; i < utxos.length; i++)
    try {
      checkUTXO(utxos[i]!);
    } catch (e) {
      throw isError(e) ? e.at(...path, i) : e;
    }
}
