import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import type { OutputOwners } from '../fx/secp256k1fx.ts';
import type { Chain, Network } from '../network/network.ts';
import type { PlainOutput } from '../verify/transfer.ts';

/** What one credential needs and has. */
export interface Slot {
  /** What it unlocks. */
  readonly utxo: PUTXO | XUTXO;
  /** Who may sign for it. */
  readonly owner: OutputOwners;
  /** Places in the owner’s addresses that sign, as the transaction says. */
  readonly signatureIndices: readonly number[];
  /** 65 bytes, or null where none is yet: one for each index. */
  readonly signatures: readonly (Uint8Array | null)[];
}

/** What is burned, in nAVAX. */
export interface Fee {
  /** All of it: gas times price on P, and dust that a change output would have cost more than. */
  readonly total: bigint;
  readonly gas?: bigint;
  /** nAVAX for a unit of gas. */
  readonly price?: bigint;
}

/** What went back to an owner because it was left over. */
export interface Change extends PlainOutput {
  /** Its place in the transaction’s `outputs`. */
  readonly outputIndex: number;
}

/** Something that the intent did not say and that somebody should know. */
export interface Warning {
  /** `DustBurned`: the fee holds a rest too small for an output; `LeftBehind`: UTXOs were not taken though all were meant. */
  readonly code: 'DustBurned' | 'LeftBehind';
  readonly detail: string;
}

/** Signatures that a credential lacks. */
export interface Missing {
  /** Place among the credentials. */
  readonly credential: number;
  readonly owner: OutputOwners;
  /** How many. */
  readonly need: number;
  /** Addresses whose keys can give them: all of the owner’s until somebody signed. */
  readonly candidates: readonly Uint8Array[];
}

interface Common {
  readonly kind: 'draft';
  readonly network: Network;
  /** One for each credential, in their order. */
  readonly slots: readonly Slot[];
  readonly fee: Fee;
  readonly change: readonly Change[];
  readonly warnings: readonly Warning[];
  readonly missing: readonly Missing[];
  /** Derivation path by address text, of the owners in the slots. */
  readonly paths?: Readonly<Record<string, string>>;
}

/** A transaction on its way to be signed: all that a signer needs to judge it, and no secret. Plain data. */
export type Draft =
  | (Common & { readonly chain: 'P'; readonly unsignedTx: PTx })
  | (Common & { readonly chain: 'X'; readonly unsignedTx: XTx; readonly blockchain?: Chain });

/** What is still to be signed. */
export function missingOf(slots: readonly Slot[]): readonly Missing[] {
  const untouched = slots.every(({ signatures }) => signatures.every((s) => s === null));
  return slots.flatMap(({ owner, signatureIndices, signatures }, credential) => {
    const open = signatureIndices.filter((_, i) => signatures[i] === null);
    const candidates = untouched ? owner.addresses : open.map((i) => owner.addresses[i]!);
    return open.length === 0 ? [] : [{ credential, owner, need: open.length, candidates }];
  });
}
