/** Proofs of possession, each verified once: most stand in many transactions, and a pairing takes its time. */
import { formatHex } from '../../src/text/hex.ts';
import { verifyPossession, verifyWarpMessage } from '../../src/warp/bls.ts';

const known = new Map<string, boolean>();

/** As `verifyPossession`. */
const provesPossession: typeof verifyPossession = (signer) => {
  const key = formatHex(signer.publicKey) + formatHex(signer.proofOfPossession);
  const found = known.get(key) ?? verifyPossession(signer);
  known.set(key, found);
  return found;
};

/** The functions of `avalanche-tx/bls` for the facts of `checkTx`. */
export const bls = { verifyPossession: provesPossession, verifyMessage: verifyWarpMessage };
