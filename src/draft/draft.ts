/** The types of drafts. A draft is a transaction with everything a signer needs to review it offline: owners, fee, change and signatures. */
import type { UnsignedTx as CTx, UTXO as CUTXO } from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import type { OutputOwners, TransferOutput } from '../chain/fx/secp256k1fx.ts';
import type { UnsignedTx as PTx, UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx, UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import { frozen } from '../errors/frozen.ts';
import type { Chain, Network } from '../network/network.ts';
import type { ReaderKnowledge } from '../owners/knowledge.ts';
import {
  builderEvidence,
  type Evidence,
  type IdentifiedEvidence,
  identified,
} from '../state/evidence.ts';
import { allUTXOsOf, type State } from '../state/state.ts';
import { formatHex } from '../text/hex.ts';

interface Signers {
  /** The owner, whose addresses may sign. */
  readonly owner: OutputOwners;
  /** Indices of the chosen signers in the owner's addresses, as in the transaction. */
  readonly signatureIndices: readonly number[];
  /** One signature of 65 bytes for each index, or null if it is missing. */
  readonly signatures: readonly (Uint8Array | null)[];
}

/** The slot of an input: it spends a UTXO of the chain, or an imported one. */
export interface InputSlot extends Signers {
  readonly kind: 'input';
  /** The UTXO that it spends. */
  readonly utxo: PUTXO | XUTXO | CUTXO;
}

/** The slot that authorizes a change of a subnet or validator by its owner. */
export interface AuthSlot extends Signers {
  readonly kind: 'auth';
  /** Id of the subnet, validation, or transaction that added the validator, 32 bytes. */
  readonly of: Uint8Array;
}

/** The slot of an X-chain operation. Its credential has the feature extension of the UTXO that it consumes. */
export interface OperationSlot extends Signers {
  readonly kind: 'operation';
  /** The UTXO that the operation consumes. */
  readonly utxo: XUTXO;
}

/** The slot of an input from a C-chain account. Its owner's only address is the EVM address. */
export interface AccountSlot extends Signers {
  readonly kind: 'account';
}

/** What one credential authorizes, with its signers and the signatures so far. */
export type Slot = InputSlot | AuthSlot | OperationSlot | AccountSlot;

/** A slot without its `signatures` member, as builders return it. */
export type OpenSlot = Slot extends infer S
  ? S extends Slot
    ? Omit<S, 'signatures'>
    : never
  : never;

/** The missing signatures of a credential. */
export interface Missing {
  /** Index of the credential. */
  readonly credential: number;
  /** The owner whose signatures are missing. */
  readonly owner: OutputOwners;
  /** Number of missing signatures. */
  readonly need: number;
  /** The addresses that must still sign, as chosen by the builder or `chooseSigners`. */
  readonly candidates: readonly Uint8Array[];
}

/** Returns a slot with empty signatures. */
export const openSlot = (slot: OpenSlot): Slot => ({
  ...slot,
  signatures: slot.signatureIndices.map(() => null),
});

/** Returns the missing signatures of slots. */
export function missingOf(slots: readonly Slot[]): readonly Missing[] {
  return slots.flatMap(({ owner, signatureIndices, signatures }, credential) => {
    const open = signatureIndices.filter((_, i) => signatures[i] === null);
    const candidates = open.map((i) => owner.addresses[i]!);
    return open.length === 0 ? [] : [{ credential, owner, need: open.length, candidates }];
  });
}

/** Returns the feature extension of a slot's credential, which is that of the UTXO that it consumes. */
export const fxOf = (slot: Slot): 'secp256k1fx' | 'nftfx' | 'propertyfx' =>
  slot.kind === 'operation'
    ? (slot.utxo.output.type.split('.')[0] as ReturnType<typeof fxOf>)
    : 'secp256k1fx';

/** The fee of a transaction, in nAVAX. Balances paid to L1 validators are not part of it. */
export interface Fee {
  /** Total fee in nAVAX: gas times price on P and C, plus dust that is not worth a change output. */
  readonly total: bigint;
  /** Gas that is used, on P and C. */
  readonly gas?: bigint;
  /** Price per unit of gas: nAVAX on P, wei on C. */
  readonly price?: bigint;
}

/** A change output. */
export interface Change {
  /** Index in the transaction's `outputs`. */
  readonly outputIndex: number;
  /** Id of the asset, 32 bytes. */
  readonly assetID: Uint8Array;
  /** The output itself, without its stakeable lock. */
  readonly output: TransferOutput;
  /** Unix seconds until which it can only be staked, the same as for its inputs; undefined if it is not locked. */
  readonly stakeableUntil?: bigint;
}

/** The reasons for warnings of builders, each with its code and text. */
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

/** Why a builder warns: a key of `warningReasons`, which has its code and text. */
export type WarningReason = keyof typeof warningReasons;

/**
 * A side effect of building that the intent did not mention and a person should know. It is a claim of the draft's maker, which readers
 * cannot verify.
 */
export interface Warning {
  /**
   * `DustBurned`: the fee includes dust, an amount too small for a change output; `LeftBehind`: the intent was to spend everything, but
   * some coins did not fit; `OwnerClaimed`: the owners of inputs or authorities are claimed, not proven.
   */
  readonly code: 'DustBurned' | 'LeftBehind' | 'OwnerClaimed';
  /** The reason, a key of `warningReasons`. */
  readonly reason: WarningReason;
  /** Number of UTXOs or accounts, or nAVAX, depending on the reason. */
  readonly amount: bigint;
  /** Human-readable text, derived from reason and amount. */
  readonly detail: string;
}

/** Creates a warning from its reason and amount. */
export function warningOf(reason: WarningReason, amount: bigint): Warning {
  const { code, text } = warningReasons[reason];
  return { code, reason, amount, detail: text(amount) };
}

/** Creates the warnings whose amounts are above 0. */
export const warningsFor = (
  amounts: Readonly<Partial<Record<WarningReason, number | bigint>>>,
): readonly Warning[] =>
  Object.entries(amounts).flatMap(([reason, amount]) =>
    amount > 0 ? [warningOf(reason as WarningReason, BigInt(amount))] : [],
  );

interface Common {
  /** Distinguishes drafts from transactions and other values. */
  readonly kind: 'draft';
  /** The network of the state it was built from. */
  readonly network: Network;
  /** Time of the state it was built from, in Unix seconds. Funds that unlock later count as locked. */
  readonly time: bigint;
  /** One slot for each credential, in the order of credentials. */
  readonly slots: readonly Slot[];
  /** The fee in nAVAX (`fee.total`), with the gas and its price. */
  readonly fee: Fee;
  /** The change outputs, strictly increasing by `outputIndex`. */
  readonly change: readonly Change[];
  /** Warnings of the builder: each reason at most once, in the order of `warningReasons`. */
  readonly warnings: readonly Warning[];
  /** Who must still sign; empty if the draft is complete, and `finalize` returns the transaction. */
  readonly missing: readonly Missing[];
  /** Derivation paths by address text, for owners of slots and change. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Descriptor of the wallet that receives the change. It is only a claim: compare it with your own wallet. */
  readonly descriptor?: string;
  /** Transactions that prove the owners in the slots, strictly increasing by their ids. */
  readonly evidence: readonly Evidence[];
  /**
   * Data of other programs, by keys such as `example.com/note`. It is kept unchanged, not interpreted, and not signed.
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

/** An unsigned or partially signed transaction, with everything a signer needs to review it. It is plain data without secrets. */
export type Draft = PDraft | XDraft | CDraft;

/**
 * The draft of a transaction, by its chain and the name of its type: `DraftOf<'P', 'BaseTx'>` is a `PDraft` that holds a `BaseTx`. Builders
 * return it for the chain of their state: `DraftOf<PState, 'BaseTx'>` is the same.
 * @template C A chain, or a state of one; a union of them gives a union of drafts, without the chains that have no such transaction.
 * @template T Name of the transaction, as in the `type` of an intent: `BaseTx`, `AddPermissionlessDelegatorTx`. Any if omitted.
 */
export type DraftOf<
  C extends ChainName | { readonly chain: ChainName },
  T extends string = string,
> = {
  P: string extends T ? PDraft : PDraftOf<Extract<PTx, { readonly type: `platformvm.${T}` }>>;
  X: string extends T ? XDraft : XDraftOf<Extract<XTx, { readonly type: `avm.${T}` }>>;
  C: string extends T ? CDraft : CDraftOf<Extract<CTx, { readonly type: `atomic.${T}` }>>;
}[C extends { readonly chain: infer N extends ChainName } ? N : C & ChainName];

// Chains without such a transaction type are dropped from the union.
type PDraftOf<T extends PTx> = [T] extends [never] ? never : PDraft<T>;
type XDraftOf<T extends XTx> = [T] extends [never] ? never : XDraft<T>;
type CDraftOf<T extends CTx> = [T] extends [never] ? never : CDraft<T>;

/** Something in a draft that a policy does not allow. */
export interface PolicyFinding {
  /** A key of `policyCodes`, a code of the caller's own policy, or `LimitReached` and `SpentUnknown` of a wallet's limits. */
  readonly code: string;
  /** Path in the draft, such as `unsignedTx.outputs[1]`, `slots[0]` or `fee`. */
  readonly path: string;
  /** What the policy does not allow. */
  readonly detail: string;
  /** For a limit by time, how much of it is left, in the asset's smallest unit. */
  readonly left?: bigint;
  /** For a limit by time, the Unix seconds from which on what was asked fits; omitted if it never does, or nobody knows when. */
  readonly until?: bigint;
}

/** Facts that the signer knows independently of the draft. */
export interface SignerKnowledge extends ReaderKnowledge {}

/**
 * A policy that decides what a signer may sign. `policyOf` and `parsePolicy` create one from rules; any object with this method works too.
 * It decides on everything, including the owners of the inputs.
 */
export interface Policy {
  /**
   * Lists everything in a verified draft that is not allowed; empty if the draft is allowed.
   * @throws {AvalancheError} `Disproved`: evidence or the caller's UTXOs contradict the draft.
   */
  findings(draft: Draft, knowledge: SignerKnowledge): readonly PolicyFinding[];
}

/** Returns the `Refused` error for findings. */
export const refused = (found: readonly PolicyFinding[]): AvalancheError => {
  const [{ code, path, detail }] = found as readonly [PolicyFinding];
  const more = found.length > 1 ? `, and ${found.length - 1} more` : '';
  const said = more === '' ? detail : detail.replace(/\.$/, '');
  return new AvalancheError('Refused', `${code} at ${path}: ${said}${more}`, { findings: found });
};

/**
 * Selects the evidence of a state for a draft with these slots: transactions that created the spent UTXOs, those that set the
 * authorities, and those that created no UTXO of the state, which refunds and rewards need. Limited to 64 transactions and 4 MiB; slots
 * whose evidence does not fit are only claimed.
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

/** Returns the evidence that fits the limits, in its order. */
function fitting(all: readonly IdentifiedEvidence[]): readonly IdentifiedEvidence[] {
  let { count, bytes } = builderEvidence as { count: number; bytes: number };
  return all.filter((of) => {
    if (count === 0 || of.bytes.length > bytes) return false;
    count--;
    bytes -= of.bytes.length;
    return true;
  });
}
