import type { AnyTx } from '../chain/tx.ts';
import { verifySigned, withVerified } from '../draft/check.ts';
import type { Draft } from '../draft/draft.ts';
import { credentialsOf } from '../draft/partial.ts';
import { checkArgument, optional } from '../schema/check.ts';
import { signedTxOf } from '../tx/bytes.ts';
import { recoverArgument } from '../tx/recover.ts';
import { checkOptions, type FinalizeOptions, verifyAllowed } from './allow.ts';
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
 * @param options.recover Recovers the signers, made by `checkedRecover`; `@noble/secp256k1` if omitted.
 * @throws {AvalancheError} `Refused`: context has `findings`; `MissingSigner`: context has `missing`, a list of `credential`, `need` and
 *   `addresses`; `BadSignature`; under `draft`: what `checkTx` and `verifyNoMistake` find, `Mismatch`, `Unbalanced`, `FeeTooLow`, `FeeTooHigh`,
 *   `OutOfRange`, `WrongChain`.
 */
export function finalize<D extends Draft>(draft: D, options: FinalizeOptions = {}): SignedTxOf<D> {
  return withVerified(['draft'], draft, (reading) => {
    checkOptions(options);
    const { recover } = options;
    checkArgument(recover, optional(recoverArgument), 'options', 'recover');
    if (options.policy) verifyAllowed(reading.draft, options);
    const credentials = credentialsOf(reading.draft, () => {
      throw missingSigner(reading.draft);
    });
    verifySigned(reading.draft, credentials, recover);
    const tx = signedTxOf(reading.draft.unsignedTx, credentials, reading.bytes);
    return tx as unknown as SignedTxOf<D>;
  });
}
