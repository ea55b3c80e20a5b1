/** Warp messages: what chains say to each other, what an L1’s manager and the P-chain say, and what nodes want to sign it. */

export { maxCertificateSize } from '../blocks/certificate.ts';
export { nodeIDFromCertificate } from '../blocks/nodeid.ts';
export { PChainOwner } from '../chain/pchain/components.ts';
export { decode, encode } from '../wire/codec.ts';
export {
  accessList,
  type Log,
  messageFromReceipt,
  sendWarpMessageTopic,
  warpPrecompile,
} from './evm.ts';
export { decodeJustification, type Justification, justification } from './justification.ts';
export * from './l1.ts';
export * from './message.ts';
export * from './payload.ts';
export {
  type Conversion,
  conversionOf,
  l1PayloadOf,
  registrationMessage,
  weightMessage,
} from './pchain.ts';
export {
  type Fraction,
  pChainQuorum,
  quorum,
  type SignerSet,
  signerSet,
  signersOfMessage,
  type WarpValidator,
} from './signerset.ts';
export { type ValidationOrigin, validationIDOf } from './validation.ts';
