import { txFromBytes } from '../chain/tx.ts';
import { verifyDraft } from '../draft/check.ts';
import type { Draft } from '../draft/draft.ts';
import type { ReadDraft } from '../draft/made.ts';
import { type PartialForm, signaturesOf, signedBytes } from '../draft/partial.ts';
import { within } from '../errors/error.ts';
import { allUTXOsOf, type State } from '../state/state.ts';
import { utxosByKey } from '../tx/order.ts';
import { type RestoreOptions, restore } from './restore.ts';

/** Options of `toPartialTx`. */
export interface PartialTxOptions {
  /**
   * The placeholder for a missing signature: `avalanchego` (default) writes 65 zeros, `avalanchejs3` 45 zeros and the address of its
   * signer, which BitGo and other tools built on avalanchejs 3 need to find the slot of the first signer.
   */
  readonly form?: PartialForm;
}

/**
 * Encodes a draft as partially signed bytes, the exchange format of avalanchego's wallet, avalanchejs 3 and tools built on them:
 * credentials have their full length, with placeholders for missing signatures.
 * @throws {AvalancheError} As `verifyDraft`, under `draft`.
 */
export function toPartialTx(draft: Draft, { form }: PartialTxOptions = {}): Uint8Array {
  within(['draft'], () => verifyDraft(draft));
  return signedBytes(draft, form);
}

/**
 * Reads a draft from partially signed bytes in any form. The bytes contain no UTXOs, owners or network parameters; these come from the
 * state.
 * @param state A state of the same chain, with every spent UTXO among its UTXOs or imports, and the required authority owners among
 *   its authorities.
 * @throws {AvalancheError} As `decode`; `MissingState`: a UTXO or an owner is not in the state; `BadSignature`, with its path; `Mismatch`: a
 *   placeholder names another signer than its slot; `WrongUpgrade`: a type that nodes no longer accept, such as AddValidatorTx;
 *   `FeeTooHigh`, `FeeTooLow`: not the fee at the state's price, or above `maxFee`; as `verifyDraft`, under `draft`.
 */
export function fromPartialTx(
  bytes: Uint8Array,
  state: State,
  options: RestoreOptions = {},
): ReadDraft {
  const tx = txFromBytes(state.chain, bytes);
  return restore(state, tx.unsignedTx, utxosByKey(allUTXOsOf(state)), signaturesOf(tx), options);
}
