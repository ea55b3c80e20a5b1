/**
 * Warp messages: messages between chains, the messages of an L1’s manager and the P-chain, and what nodes require
 * before they sign one.
 */

export { maxCertificateSize, nodeIDFromCertificate } from '../blocks/certificate.ts';
export { PChainOwner } from '../chain/pchain/components.ts';
export type { AnyTx } from '../chain/tx.ts';
export { decode, encode } from '../wire/codec.ts';
export type { Type } from '../wire/type.ts';
export {
  accessListOf,
  type Log,
  sendWarpMessageTopic,
  warpMessageOf,
  warpPrecompile,
} from './evm.ts';
export { decodeJustification, type Justification, justificationOf } from './justification.ts';
export {
  buildRegistrationMessage,
  buildWeightMessage,
  type Conversion,
  conversionOf,
  L1Payload,
  L1ValidatorRegistration,
  L1ValidatorWeight,
  l1PayloadOf,
  RegisterL1Validator,
  SubnetToL1Conversion,
  SubnetToL1ConversionData,
  SubnetToL1ConversionValidatorData,
  type ValidationOrigin,
  validationIDOf,
} from './l1.ts';
export * from './message.ts';
export {
  type Fraction,
  pChainQuorum,
  quorumOf,
  type SignerSet,
  signerSetOf,
  signersOfMessage,
  type WarpValidator,
} from './signerset.ts';
