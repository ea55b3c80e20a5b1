import type { AnyTx } from '../chain/tx.ts';
import { verifyDraft, verifySigned } from '../draft/check.ts';
import type { Draft } from '../draft/draft.ts';
import { credentialsOf } from '../draft/partial.ts';
import { checkShape } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import { signedTxOf } from '../tx/bytes.ts';
import { type SignOptions, verifyAllowed } from './allow.ts';
import { missingSigner } from './sign.ts';

/** Type of the signed transaction of a draft, with the draft's chain and transaction type. */
export type SignedTxOf<D extends Draft> = Extract<
  AnyTx,
  { /** Of the draft. */ readonly chain: D['chain'] }
> & { /** As it was signed. */ readonly unsignedTx: D['unsignedTx'] };

/**
 * Turns a fully signed draft into the transaction to submit. Everything is verified again, whoever made the draft and the signatures:
 * rules, fee, flows, and each signature against its slot.
 * @param options.policy Policy that the draft must satisfy. If omitted, the owners of the inputs are not checked, since no key is used.
 * @throws {AvalancheError} `Refused`: context has `findings`; `MissingSigner`: context has `missing`, a list of `credential`, `need` and
 *   `addresses`; `BadSignature`; as `verifyDraft`, under `draft`.
 */
export function finalize<D extends Draft>(
  draft: D,
  options: Omit<SignOptions, 'maxFee'> = {},
): SignedTxOf<D> {
  const bytes = within(['draft'], () => verifyDraft(draft));
  checkShape(options, 'an object', 'options');
  if (options.policy) verifyAllowed(draft, options);
  const tx = signedTxOf(
    draft.unsignedTx,
    credentialsOf(draft, () => {
      throw missingSigner(draft);
    }),
    bytes,
  );
  verifySigned(draft, tx, bytes);
  return tx as unknown as SignedTxOf<D>;
}
