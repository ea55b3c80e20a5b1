import type { ProofOfPossession, ValidatorSigner } from '../../chain/pchain/components.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { deepCopy } from '../../errors/frozen.ts';
import { outOfRange } from '../components.ts';
import { type Facts, need } from '../facts.ts';
import type { Rule } from '../verdict.ts';
import type { BasePTx } from './shared.ts';

/**
 * Checks a proof of possession.
 * @throws {AvalancheError} `BadSignature`; `MissingState`: without `bls`.
 */
export function verifySigner(
  signer: Pick<ProofOfPossession, 'publicKey' | 'proofOfPossession'>,
  { bls }: Facts,
): void {
  const { verifyPossession } = need(bls, 'bls', 'avalanche-tx/bls');
  // A copy, since it is the caller's function.
  if (!verifyPossession(deepCopy(signer)))
    throw new AvalancheError(
      'BadSignature',
      'does not prove possession of the secret key of the public key',
    ).at('proofOfPossession');
}

/** Rule: the proof of possession of a validator's BLS key is valid. Source: avalanchego `vms/platformvm/signer/proof_of_possession.go`. */
export const possession: Rule<BasePTx & { readonly signer: ValidatorSigner }> = {
  name: 'proof of possession',
  check: ({ tx: { signer }, facts }) => {
    if (signer.type === 'signer.ProofOfPossession')
      within(['signer'], () => verifySigner(signer, facts));
  },
};

/**
 * Checks that a BLS key is present exactly if it is needed.
 * @throws {AvalancheError} `OutOfRange`
 */
export function verifySignerPresence({ type }: ValidatorSigner, needed: boolean): void {
  if ((type === 'signer.ProofOfPossession') !== needed)
    throw outOfRange(
      needed
        ? 'a validator of the primary network must have a BLS key'
        : 'a validator of a subnet must not have a BLS key',
      'signer',
    );
}
