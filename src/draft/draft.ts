import type { UnsignedTx as CTx, UTXO as CUTXO } from '../chain/cchain/tx.ts';
import type { OutputOwners, TransferOutput } from '../chain/fx/secp256k1fx.ts';
import type { UnsignedTx as PTx, UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx, UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import { frozen } from '../errors/frozen.ts';
import type { Chain, Network } from '../network/network.ts';
import type { ReaderFacts } from '../owners/knowledge.ts';
import {
  builderEvidence,
  type Evidence,
  type IdentifiedEvidence,
  identified,
} from '../state/evidence.ts';
import { allUTXOsOf, type State } from '../state/state.ts';
import { formatHex } from '../text/hex.ts';

interface Signers {
  /** Who may sign for it. */
  readonly owner: OutputOwners;
  /** Places in the owner’s addresses that sign, as the transaction says. */
  readonly signatureIndices: readonly number[];
  /** 65 bytes, or null where none is yet: one for each index. */
  readonly signatures: readonly (Uint8Array | null)[];
}

/** Spends a UTXO, locked or not, of the chain or imported. */
export interface InputSlot extends Signers {
  readonly kind: 'input';
  /** What it unlocks. */
  readonly utxo: PUTXO | XUTXO | CUTXO;
}

/** Shows that the owner of a subnet or a validator agrees. */
export interface AuthSlot extends Signers {
  readonly kind: 'auth';
  /** Subnet, validation, or transaction that added the validator: 32 bytes. */
  readonly of: Uint8Array;
}

/** Consumes the UTXO of an operation of the X-chain, whose feature extension is the credential’s too. */
export interface OperationSlot extends Signers {
  readonly kind: 'operation';
  /** The UTXO that the operation consumes. */
  readonly utxo: XUTXO;
}

/** Takes from an account of the C-chain: the owner’s one address is the account’s, which is another hash of the key. */
export interface AccountSlot extends Signers {
  readonly kind: 'account';
}

/** What one credential is for, what it needs and has. */
export type Slot = InputSlot | AuthSlot | OperationSlot | AccountSlot;

/** A slot to be made, which has no signatures yet. */
export type OpenSlot = Slot extends infer S
  ? S extends Slot
    ? Omit<S, 'signatures'>
    : never
  : never;

/** Signatures that a credential lacks. */
export interface Missing {
  /** Place among the credentials. */
  readonly credential: number;
  /** The owner whose signatures are missing. */
  readonly owner: OutputOwners;
  /** How many. */
  readonly need: number;
  /** The addresses that are to sign, as the builder or `chooseSigners` chose them. */
  readonly candidates: readonly Uint8Array[];
}

/** A slot that nobody has signed. */
export const openSlot = (slot: OpenSlot): Slot => ({
  ...slot,
  signatures: slot.signatureIndices.map(() => null),
});

/** What is still to be signed. */
export function missingOf(slots: readonly Slot[]): readonly Missing[] {
  return slots.flatMap(({ owner, signatureIndices, signatures }, credential) => {
    const open = signatureIndices.filter((_, i) => signatures[i] === null);
    const candidates = open.map((i) => owner.addresses[i]!);
    return open.length === 0 ? [] : [{ credential, owner, need: open.length, candidates }];
  });
}

/** The feature extension whose credential a slot has: that of what it consumes. */
export const fxOf = (slot: Slot): 'secp256k1fx' | 'nftfx' | 'propertyfx' =>
  slot.kind === 'operation'
    ? (slot.utxo.output.type.split('.')[0] as ReturnType<typeof fxOf>)
    : 'secp256k1fx';

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

/** One thing that a policy does not allow. */
export interface PolicyFinding {
  /** A key of `policyCodes`, or a code of the caller's own policy. */
  readonly code: string;
  /** Where: `unsignedTx.outputs[1]`, `slots[0]`, `fee`. */
  readonly path: string;
  /** What the policy does not allow. */
  readonly detail: string;
}

/** What the signer knows besides the draft. */
export interface SignerFacts extends ReaderFacts {}

/**
 * What a signer allows. `policyOf` and `parsePolicy` make one from rules; any object with this method is one. It decides about
 * everything, the owners of the inputs included.
 */
export interface Policy {
  /**
   * What is not allowed of a draft that has been checked; empty if all is.
   * @throws {AvalancheError} `Disproved`: evidence or the caller's UTXOs contradict the draft.
   */
  findings(draft: Draft, facts: SignerFacts): readonly PolicyFinding[];
}

/** The error of what was found. */
export const refused = (found: readonly PolicyFinding[]): AvalancheError => {
  const [{ code, path, detail }] = found as readonly [PolicyFinding];
  const more = found.length > 1 ? `, and ${found.length - 1} more` : '';
  const said = more === '' ? detail : detail.replace(/\.$/, '');
  return new AvalancheError('Refused', `${code} at ${path}: ${said}${more}`, { findings: found });
};

/**
 * The evidence of a state that a draft with these slots carries: the transactions that made what is spent, those that set who
 * authorizes, and those that made no UTXO of the state, which refunds and rewards need as well. At most 64 and 4 MiB: what is more is
 * left out, and its slots are only claimed.
 */
export function carriedEvidence(state: State, slots: readonly OpenSlot[]): readonly Evidence[] {
  const { evidence = [] } = state;
  if (evidence.length === 0) return [];
  const needed = new Set(
    slots.flatMap((slot) =>
      'utxo' in slot ? [formatHex(slot.utxo.txID)] : 'of' in slot ? [formatHex(slot.of)] : [],
    ),
  );
  const others = new Set(allUTXOsOf(state).map(({ txID }) => formatHex(txID)));
  const all = identified(evidence);
  const parents = all.filter(({ id }) => needed.has(formatHex(id)));
  const more = all.filter(({ id }) => !needed.has(formatHex(id)) && !others.has(formatHex(id)));
  const taken = new Set(fitting([...parents, ...more]));
  return all.filter((of) => taken.has(of)).map(({ chain, bytes }) => ({ chain, bytes }));
}

/** Those that fit, in their order. */
function fitting(all: readonly IdentifiedEvidence[]): readonly IdentifiedEvidence[] {
  let { count, bytes } = builderEvidence as { count: number; bytes: number };
  return all.filter((of) => {
    if (count === 0 || of.bytes.length > bytes) return false;
    count--;
    bytes -= of.bytes.length;
    return true;
  });
}
