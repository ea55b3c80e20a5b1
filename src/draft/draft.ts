import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import type { TransferOutput } from '../chain/fx/secp256k1fx.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { frozen } from '../errors/frozen.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Evidence } from '../state/evidence.ts';
import type { Missing, Slot } from './slot.ts';

/** What is burned as fee, in nAVAX; balances of validators, which are burned too, are fields of the transaction. */
export interface Fee {
  /** All of it: gas times price on P and C, and dust that a change output would have cost more than. */
  readonly total: bigint;
  /** Of P and C. */
  readonly gas?: bigint;
  /** For a unit of gas: nAVAX on P, wei on C. */
  readonly price?: bigint;
}

/** An output that returns what was left over to an owner. */
export interface Change {
  /** Its place in the transaction’s `outputs`. */
  readonly outputIndex: number;
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** The output that receives it. */
  readonly output: TransferOutput;
  /** Unix seconds until which it can only be staked, as what it came from; undefined if it is not locked. */
  readonly stakeableUntil?: bigint;
}

/** What a builder warns of: the code of each reason, and what it says with its amount. */
export const warningReasons = /* @__PURE__ */ frozen({
  tooMany: {
    code: 'LeftBehind',
    text: (count: bigint) => `${count} UTXOs are too many for one transaction`,
  },
  uneconomic: {
    code: 'LeftBehind',
    text: (count: bigint) => `${count} UTXOs cost more to spend than they hold`,
  },
  otherAssets: {
    code: 'LeftBehind',
    text: (count: bigint) => `${count} UTXOs are of assets that the C-chain cannot import`,
  },
  feeOnly: {
    code: 'LeftBehind',
    text: (count: bigint) =>
      `${count} UTXOs of other assets would add to the fee and bring no AVAX: include those to import, or use the strategy sweep`,
  },
  tooManyAccounts: {
    code: 'LeftBehind',
    text: (count: bigint) => `${count} accounts are too many for one transaction`,
  },
  uneconomicAccounts: {
    code: 'LeftBehind',
    text: (count: bigint) => `${count} accounts hold less than it costs to take from them`,
  },
  notVouched: {
    code: 'LeftBehind',
    text: (count: bigint) => `${count} UTXOs have owners that are only claimed`,
  },
  dust: {
    code: 'DustBurned',
    text: (amount: bigint) => `${amount} nAVAX of the fee: an output for them would cost more`,
  },
  claimed: {
    code: 'OwnerClaimed',
    text: (count: bigint) => `${count} slots have owners that are only claimed`,
  },
} as const) satisfies Record<
  string,
  { readonly code: Warning['code']; readonly text: (amount: bigint) => string }
>;

/** A reason for a warning. */
export type WarningReason = keyof typeof warningReasons;

/**
 * Something that the intent did not say and that somebody should know, by the word of whoever made the draft: no reader can tell
 * whether it is so.
 */
export interface Warning {
  /**
   * `DustBurned`: the fee holds a rest too small for an output; `LeftBehind`: not all was taken though all was meant; `OwnerClaimed`:
   * whoever built it took somebody's word for the owners of what is spent, or for who authorizes.
   */
  readonly code: 'DustBurned' | 'LeftBehind' | 'OwnerClaimed';
  /** Why, in one word or code. */
  readonly reason: WarningReason;
  /** UTXOs, accounts or nAVAX. */
  readonly amount: bigint;
  /** For people: follows from reason and amount. */
  readonly detail: string;
}

/** A warning with what follows from its reason and amount. */
export function warningOf(reason: WarningReason, amount: bigint): Warning {
  const { code, text } = warningReasons[reason];
  return { code, reason, amount, detail: text(amount) };
}

/** The warnings whose amounts are above 0. */
export const warningsFor = (
  amounts: Readonly<Partial<Record<WarningReason, number | bigint>>>,
): readonly Warning[] =>
  Object.entries(amounts).flatMap(([reason, amount]) =>
    amount > 0 ? [warningOf(reason as WarningReason, BigInt(amount))] : [],
  );

interface Common {
  readonly kind: 'draft';
  readonly network: Network;
  /** Unix seconds: the clock when it was built. What unlocks later is locked. */
  readonly time: bigint;
  /** One for each credential, in their order. */
  readonly slots: readonly Slot[];
  readonly fee: Fee;
  /** Strictly increasing by `outputIndex`. */
  readonly change: readonly Change[];
  /** What the maker of the draft warns of: each reason at most once, in the order of `warningReasons`. */
  readonly warnings: readonly Warning[];
  readonly missing: readonly Missing[];
  /** Derivation path by address text, of the owners in the slots and of the change. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Of the wallet that change returns to. Who has the wallet compares: what a draft says of itself is no proof. */
  readonly descriptor?: string;
  /** Transactions that prove the owners in the slots: strictly increasing by their ids. */
  readonly evidence: readonly Evidence[];
  /**
   * Entries of other programs, by a key like `example.com/note`. They are kept as they are, mean nothing here, and are not signed.
   */
  readonly extra: Readonly<Record<string, Uint8Array>>;
}

/** A draft of the P-chain. */
export interface PDraft<T extends PTx = PTx> extends Common {
  /** The chain of the transaction. */
  readonly chain: 'P';
  /** The transaction without its signatures. */
  readonly unsignedTx: T;
}
/** A draft of the X-chain, or of another instance of the AVM. */
export interface XDraft<T extends XTx = XTx> extends Common {
  /** The chain of the transaction. */
  readonly chain: 'X';
  /** The transaction without its signatures. */
  readonly unsignedTx: T;
  /** The instance of the AVM; the X-chain if omitted. */
  readonly blockchain?: Chain;
}
/** A draft of the C-chain. */
export interface CDraft<T extends CTx = CTx> extends Common {
  /** The chain of the transaction. */
  readonly chain: 'C';
  /** The transaction without its signatures. */
  readonly unsignedTx: T;
}

/** A transaction on its way to be signed: all that a signer needs to judge it, and no secret. Plain data. */
export type Draft = PDraft | XDraft | CDraft;

/**
 * A draft of one chain, or several.
 * @template T Types of transaction, if they are known: `platformvm.BaseTx`, or `${string}.BaseTx` on any chain.
 */
export type DraftOf<C extends Draft['chain'], T extends string = string> = {
  P: string extends T ? PDraft : PDraftOf<Extract<PTx, { readonly type: T }>>;
  X: string extends T ? XDraft : XDraftOf<Extract<XTx, { readonly type: T }>>;
  C: string extends T ? CDraft : CDraftOf<Extract<CTx, { readonly type: T }>>;
}[C];

// A chain without such a type has no draft of it.
type PDraftOf<T extends PTx> = [T] extends [never] ? never : PDraft<T>;
type XDraftOf<T extends XTx> = [T] extends [never] ? never : XDraft<T>;
type CDraftOf<T extends CTx> = [T] extends [never] ? never : CDraft<T>;
