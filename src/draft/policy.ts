import { AvalancheError } from '../errors/error.ts';
import type { ReaderFacts } from '../owners/knowledge.ts';
import type { Draft } from './draft.ts';

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
