import type { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import type { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Address, Owner } from './owner.ts';

interface Common {
  readonly network: Network;
  /** Addresses whose keys can sign; only what they can spend is spent. */
  readonly from: readonly Address[];
  /** Unix seconds: what unlocks later is locked. A little in the past is safe, the future is not. */
  readonly time: bigint;
  /** Derivation path (`m/44'/9000'/0'/0/0`) by address text. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Gets what is left over, unless the build's options name another. */
  readonly change?: Owner;
}

/** What a node said about the P-chain. */
export interface PState extends Common {
  readonly chain: 'P';
  readonly utxos: readonly PUTXO[];
  /** UTXOs that wait to be imported, by the chain that exported them. */
  readonly imports?: { readonly X?: readonly PUTXO[]; readonly C?: readonly PUTXO[] };
  /** nAVAX for a unit of gas, and the gas that a block may use now: 0 where the node does not know yet. */
  readonly feeState: { readonly price: bigint; readonly capacity?: bigint };
}

/** What a node said about the X-chain, or another instance of its VM. */
export interface XState extends Common {
  readonly chain: 'X';
  /** The instance, if it is not the X-chain. */
  readonly blockchain?: Chain;
  readonly utxos: readonly XUTXO[];
  /** UTXOs that wait to be imported, by the chain that exported them. */
  readonly imports?: { readonly P?: readonly XUTXO[]; readonly C?: readonly XUTXO[] };
}

/** All that a build knows: `parseState` and `formatState` carry it in one file. */
export type State = PState | XState;

/** The blockchain that a state is of. */
export const blockchainOf = (of: {
  readonly chain: 'P' | 'X';
  readonly network: Network;
  readonly blockchain?: Chain;
}): Chain => (of.chain === 'P' ? of.network.chains.P : (of.blockchain ?? of.network.chains.X));
