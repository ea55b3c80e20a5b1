/**
 * The world of a test node: the P-, X- and C-chain in memory, and how control functions make the node deviate from
 * its rules.
 *
 * Files of this folder: `world.ts` (this one: the data), `genesis.ts` (the initial state), `issue.ts` (submitting
 * transactions), `pchain.ts`, `xchain.ts`, `cchain.ts` (facts, blocks and acceptance of each chain), `reads.ts`
 * (read-only look-ups for RPC methods), `control.ts` (control functions), `journal.ts` and `utxos.ts` (stores with
 * snapshots), `dump.ts`. `serve/` (RPC methods, transport, HTTP) is separate: it reads the world through
 * `reads.ts`, submits through `issue.ts`, and changes nothing else.
 */

import type { Epoch } from '../blocks/proposervm.ts';
import type { ChainName } from '../chain/declared.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import type { L1Validator, PLedger, Staker, XLedger } from '../history/ledger.ts';
import type { Network } from '../network/network.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Journal } from './journal.ts';
import type { UTXOSet } from './utxos.ts';

/** Selects transactions; all given conditions must hold. */
export interface TxFilter {
  /** CB58 of the transaction's id. */
  readonly txID?: string;
  /** The chain of the transactions; any if omitted. */
  readonly chain?: ChainName;
  /** Type, such as `platformvm.BaseTx`. */
  readonly type?: string;
  /** Any other condition; not part of a dump. */
  readonly where?: (tx: AnyTx) => boolean;
  /** Number of transactions it applies to; 1 if omitted. */
  readonly times?: number;
}

/** What happens to a transaction that matches a filter. */
export type Fate =
  /** The node refuses it with this reason. */
  | { readonly fate: 'refuse'; readonly reason: string }
  /** The node accepts it but drops it: it is never in a block. */
  | { readonly fate: 'drop'; readonly reason: string }
  /** The node keeps it in its pool until the clock has advanced this much. */
  | { readonly fate: 'delay'; readonly seconds: bigint };

/** A filter and what it does, with the number of transactions that are left. */
export interface Trap {
  readonly id: number;
  readonly filter: TxFilter;
  readonly does: Fate;
  readonly left: number;
}

/** All deviations from the rules. */
export interface Tampering {
  /** Whether blocks wait for `mine`. */
  hold: boolean;
  /** How much the clock moves after each block of a transaction, in seconds. */
  secondsPerBlock: bigint;
  readonly traps: Map<number, Trap>;
  nextTrap: number;
  /** Unix seconds until which a transaction stays pending, by CB58 of its id. */
  readonly delayed: Map<string, bigint>;
  /** Whether a staker is rewarded at its end, by CB58 of its transaction or `NodeID-…`; others are rewarded. */
  readonly rewards: Map<string, boolean>;
}

/** A transaction that the node knows. */
export interface TxRecord {
  /** With its chain, bytes, txID (CB58), unsignedTx and credentials. */
  readonly tx: AnyTx;
  /**
   * `Processing` while pending; `Accepted` in a block; `Aborted` for a reward that was denied; `Dropped` if the
   * node did not keep it. `platform.getTxStatus` calls an accepted one `Committed`.
   */
  readonly status: 'Processing' | 'Accepted' | 'Aborted' | 'Dropped';
  /** Of an accepted or aborted one: its block. */
  readonly height?: bigint;
  /** Of a waiting one: how many transactions the node knew when it came. */
  readonly arrival?: number;
  /** Of a dropped one: why, in the node's words. */
  readonly reason?: string;
}

/** An accepted block. */
export interface BlockRecord {
  /** 32 bytes. Of a C-chain block: keccak256 of its header. */
  readonly id: Uint8Array;
  readonly parentID: Uint8Array;
  /** The block itself, without a wrapper, as `getBlock` gives it. Of the C-chain: RLP. */
  readonly bytes: Uint8Array;
  readonly height: bigint;
  /** Unix seconds, as the block says; a P-chain block until Banff has the time of the chain. */
  readonly time: bigint;
  /** Unix seconds of the node's clock when it accepted the block. */
  readonly acceptedAt: bigint;
  /** CB58 of the transactions in it, in its order. */
  readonly txIDs: readonly string[];
}

/** A container in an index: accepted bytes. Its index is its position in the list. */
export interface ContainerRecord {
  /** 32 bytes: of a wrapper its outer id. */
  readonly id: Uint8Array;
  readonly bytes: Uint8Array;
  /** Unix seconds. */
  readonly acceptedAt: bigint;
}

/** An index: containers in order, and by CB58 of their ids. */
export interface ContainerIndex {
  readonly list: ContainerRecord[];
  readonly places: Map<string, number>;
}

/** The part of a block's wrapper that the next one depends on. */
export interface WrapperState {
  /** 32 bytes. */
  readonly id: Uint8Array;
  /** Unix seconds. */
  readonly timestamp: bigint;
  readonly pChainHeight?: bigint;
  /** Since Granite. */
  readonly epoch?: Epoch;
}

/** The state that every chain has. */
export interface ChainState {
  readonly chain: ChainName;
  /** By height, from the first block (0). */
  readonly blocks: BlockRecord[];
  /** Heights by CB58 of the block's id. */
  readonly heights: Map<string, number>;
  /** `index/…/block`: wrapped blocks; blocks that are not wrapped before their chain has wrappers. */
  readonly blockIndex: ContainerIndex;
  /** The last wrapper; undefined before the first. */
  wrapper: WrapperState | undefined;
  /** Transactions that wait for a block, by CB58 of their ids; `waitingIn` has them in order. */
  readonly pool: Map<string, AnyTx>;
  /**
   * The last transactions that the node did not keep, by CB58 of their ids, with the reason; the most recently
   * requested come last. The node refuses them again without checking.
   */
  dropped: readonly (readonly [txID: string, reason: string])[];
}

/** The P-chain. */
export interface PState extends ChainState {
  readonly chain: 'P';
  /** UTXOs, stakers, L1 validators, subnets, blockchains, supplies, fee states, time: as the node has them after its last block. */
  readonly ledger: PLedger & { readonly utxos: UTXOSet<PUTXO> };
  readonly stakers: StakerIndex;
  /** UTXOs that pay rewards, by CB58 of the staker's transaction: `platform.getRewardUTXOs`. */
  readonly rewardUTXOs: Map<string, readonly PUTXO[]>;
  /** The validators of each subnet that ever had some, by CB58 of the subnetID. */
  readonly sets: Map<string, ValidatorSet>;
  /** Sets that are over, in order: see `validatorsAt` of `sets.ts`. `until` is the height that ended them. */
  readonly pastSets: {
    readonly until: bigint;
    readonly subnetID: string;
    readonly set: ValidatorSet;
  }[];
}

/** A validator of a set: its weight with delegations, and its BLS key. */
export interface SetMember {
  /** 20 bytes. */
  readonly nodeID: Uint8Array;
  readonly weight: bigint;
  /** 48 bytes; undefined without one. */
  readonly publicKey: Uint8Array | undefined;
}

/** The validators of a subnet, by `NodeID-…`. Inactive L1 validators are one member with an empty nodeID. */
export type ValidatorSet = ReadonlyMap<string, SetMember>;

/** Stakers and L1 validators by look-up keys, derived from the ledger. */
export interface StakerIndex {
  /** Current and pending validators, by `nodeKeyOf`. */
  readonly validators: Map<string, Staker>;
  /** Current and pending delegators by `nodeKeyOf` of their validator. */
  readonly delegators: Map<string, ReadonlySet<Staker>>;
  /** Current stakers in the order in which they end. */
  readonly ending: readonly Staker[];
  /** Pending stakers in the order in which they start. */
  readonly starting: readonly Staker[];
  /** L1 validators by `nodeKeyOf`. */
  readonly l1Nodes: Map<string, L1Validator>;
  /** L1 validators by CB58 of the subnetID and then of the validationID. */
  readonly l1Subnets: Map<string, Map<string, L1Validator>>;
  /** Active L1 validators in the order in which their balances are used up. */
  readonly evicting: readonly L1Validator[];
  /** Registrations that have not expired: CB58 of the validationID to the expiry in Unix seconds. */
  readonly expiries: Map<string, bigint>;
}

/** An asset of the X-chain. */
export interface AssetRecord {
  readonly assetID: Uint8Array;
  /** Of the first assets: what the node also calls it. */
  readonly alias?: string;
  readonly name: string;
  readonly symbol: string;
  readonly denomination: number;
  /** Places of the feature extensions that it was created with: 0 secp256k1fx, 1 nftfx, 2 propertyfx. */
  readonly fxs: readonly number[];
}

/** The X-chain. */
export interface XState extends ChainState {
  readonly chain: 'X';
  readonly ledger: XLedger & { readonly utxos: UTXOSet<XUTXO> };
  /** By CB58. */
  readonly assets: Map<string, AssetRecord>;
  /** `index/X/tx`. */
  readonly txIndex: ContainerIndex;
}

/** An account of the C-chain. */
export interface CAccount {
  /** Nonce of its next transaction. */
  readonly nonce: bigint;
  /** Balance in wei. */
  readonly balance: bigint;
}

/** The C-chain: accounts and atomic transactions. It has no EVM. */
export interface CState extends ChainState {
  readonly chain: 'C';
  /** By `0x` and 40 digits in lower case; an account that is not listed has nothing. */
  readonly accounts: Map<string, CAccount>;
  /** The fee state of ACP-176 after the last block: gas. */
  fee: { readonly capacity: bigint; readonly excess: bigint };
  /** The root that the last header names. It changes with every account; it is not a Merkle Patricia root. */
  stateRoot: Uint8Array;
}

/** Everything that the test node holds: its chains, transactions, keys and clock. */
export interface World {
  readonly network: Network;
  /** The bytes of the P-chain's genesis, from which `avalanche-tx/history` can follow the blocks. */
  readonly genesis: Uint8Array;
  /** Unix seconds of the node's clock. Only control functions move it. */
  clock: bigint;
  readonly P: PState;
  readonly X: XState;
  readonly C: CState;
  /** UTXOs that one chain exported to another and that wait for an import: `memory.P.X` can be imported by P and came from X. */
  readonly memory: {
    readonly [to in ChainName]: { readonly [from in ChainName]: UTXOSet };
  };
  /** All transactions that the node knows, by CB58 of their ids. */
  readonly txs: Map<string, TxRecord>;
  readonly tampering: Tampering;
  /** Secret BLS keys of validators, by hex of their public keys. */
  readonly blsKeys: Map<string, Uint8Array>;
  readonly journal: Journal;
}

/** UTXOs of any chain. */
export type AnySet = UTXOSet<AnyUTXO>;
