/** What follows from transactions, drafts and states. */
import { type Chain, type Draft, idOf, type State } from 'avalanche-tx';
import { type AnyUnsignedTx, unsignedBytesOf } from 'avalanche-tx/rules';

/** The chain of a transaction, from its type. */
export const chainOf = ({ type }: Pick<AnyUnsignedTx, 'type'>) =>
  type.startsWith('platformvm.') ? 'P' : type.startsWith('avm.') ? 'X' : 'C';

/** The blockchain of a state or draft, which may be another instance of the AVM. */
export const blockchainOf = (of: State | Draft): Chain =>
  (of.chain === 'X' && of.blockchain) || of.network.chains[of.chain];

/** What is signed: the sha256 of the unsigned bytes. */
export const digestOf = ({ unsignedTx }: Draft): Uint8Array => idOf(unsignedBytesOf(unsignedTx));

export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
