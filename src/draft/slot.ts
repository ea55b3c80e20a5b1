import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';

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
